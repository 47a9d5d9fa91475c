import { cutThinking } from '../../../models/dialects/reading/cut-thinking.js';
import { readLooseJson } from '../../../models/dialects/reading/read-loose-json.js';
import { reads, readChecked, unreadable, type Reading } from '../../../models/readers/reading.js';

/** What a judge says about one milestone of a segment of steps. */
export interface MilestoneJudgement {
  /** Number of the milestone, as the prompt numbers it. */
  readonly index: number;
  readonly completed: boolean;
  /** Last step that completes it, from the segment's first, which is 0; -1 where it is not completed. */
  readonly lastStep: number;
}

export interface MilestoneJudgementOptions {
  /** Milestones that were asked about: each must be judged exactly once. Unchecked unless given. */
  readonly asked?: readonly number[];
  /** Steps of the segment. Unchecked unless given. */
  readonly steps?: number;
  /** Number by which answers name the segment's first step; 0 unless given. */
  readonly firstStep?: number;
}

/**
 * Judgements of AndroidLens's milestone judge: a JSON list of `{idx, state, last_idx}`, in a code fence or not.
 *
 * Source: AndroidLens paper, supplement, dynamic evaluation.
 */
export function readMilestoneJudgements(
  answer: string,
  { asked, steps, firstStep = 0 }: MilestoneJudgementOptions = {},
): Reading<readonly MilestoneJudgement[]> {
  return readChecked(answer, (original) => {
    const { text } = cutThinking(original);
    const start = text.search(/\[\s*[{\]]/);
    if (start < 0) return unreadable('no JSON list');
    const read = readLooseJson(text, start, { warnings: new Set() });
    if (read.type === 'problem' || !Array.isArray(read.value)) {
      return unreadable(read.type === 'problem' ? read.message : 'no JSON list');
    }
    const judgements: MilestoneJudgement[] = [];
    for (const entry of read.value as readonly unknown[]) {
      const judgement = judgementOf(entry, steps ?? Infinity, firstStep);
      if (typeof judgement === 'string') return unreadable(judgement);
      judgements.push(judgement);
    }
    const problem = asked === undefined ? null : unasked(judgements, asked);
    return problem === null ? reads(judgements) : unreadable(problem);
  });
}

function judgementOf(entry: unknown, steps: number, firstStep: number): MilestoneJudgement | string {
  if (typeof entry !== 'object' || entry === null) return 'an entry is no object';
  const fields = entry as Readonly<Record<string, unknown>>;
  const [index, state, lastStep] = [
    wholeNumber(fields['idx']),
    wholeNumber(fields['state']),
    wholeNumber(fields['last_idx']),
  ];
  if (index === null || state === null || lastStep === null)
    return 'idx, state or last_idx is no whole number';
  if (state !== 0 && state !== 1) return `state ${state} is neither 0 nor 1`;
  const completed = state === 1;
  if (completed ? lastStep < firstStep || lastStep >= firstStep + steps : lastStep !== -1) {
    return `last_idx ${lastStep} does not fit state ${state}`;
  }
  return { index, completed, lastStep: completed ? lastStep - firstStep : -1 };
}

function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

function unasked(judgements: readonly MilestoneJudgement[], asked: readonly number[]): string | null {
  const found = new Set(judgements.map(({ index }) => index));
  const isComplete = asked.every((index) => found.has(index));
  if (isComplete && judgements.length === asked.length && found.size === asked.length) return null;
  return `not exactly one entry for each of ${asked.join(', ')}`;
}
