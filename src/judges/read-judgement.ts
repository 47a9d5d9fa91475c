import { z } from 'zod';
import { BlameSchema, type Blame } from '../domain/scores/verdict.js';
import { findObject, readLooseJson } from '../models/dialects/reading/read-loose-json.js';
import { behindThinking } from './behind-thinking.js';
import { reads, readChecked, unreadable, type Reading } from '../models/readers/reading.js';

/** What a judge's model says of one criterion. */
export interface CriterionJudgement {
  readonly id: string;
  readonly met: boolean | null;
  /** From 0. */
  readonly steps: readonly number[];
  readonly reason: string;
}

/** What a judge's model says of an episode. */
export interface Judgement {
  readonly outcome: 'success' | 'failure' | 'unknown';
  /** From 0. */
  readonly steps: readonly number[];
  readonly blame: Blame | null;
  readonly reason: string;
  readonly criteria: readonly CriterionJudgement[];
}

export interface ReadJudgementOptions {
  /** Steps of the episode. */
  readonly steps: number;
  /** Criteria that were asked about, each of which has to be answered exactly once. */
  readonly criteria?: readonly string[];
}

const StepsSchema = z.array(z.int().positive());
const AnswerSchema = z.object({
  outcome: z.enum(['success', 'failure', 'unknown']),
  steps: StepsSchema.default([]),
  blame: z.union([BlameSchema, z.literal('nobody'), z.null()]).default(null),
  reason: z.string().default(''),
  criteria: z
    .array(
      z.object({
        id: z.coerce.string(),
        met: z.boolean().nullable(),
        steps: StepsSchema.default([]),
        reason: z.string().default(''),
      }),
    )
    .default([]),
});

/**
 * The judgement in a model's answer: the JSON object behind its thinking. Refused is an answer that gives two that differ, cites
 * steps that are not there, gives an outcome without a step, or leaves a criterion out.
 */
export function readJudgement(answer: string, options: ReadJudgementOptions): Reading<Judgement> {
  return readChecked(answer, (original) => {
    const text = behindThinking(original, /\{\s*["']/);
    if (text === null) return unreadable('an object stands before the end of its thinking');
    const found: z.infer<typeof AnswerSchema>[] = [];
    for (let start = findObject(text); start >= 0;) {
      const warnings = new Set<string>();
      const read = readLooseJson(text, start, { warnings });
      // Repaired, a reason that quotes an object without escaping it would be part of the answer.
      if (warnings.size > 0) return unreadable(`an object that is no JSON: ${[...warnings].join(', ')}`);
      // One that cannot be read may be the answer, and another what a screen says.
      if (read.type !== 'json') return unreadable(`an object that is no JSON: ${read.message}`);
      const parsed = AnswerSchema.safeParse(read.value);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        return unreadable(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'no judgement'}`);
      }
      found.push(parsed.data);
      start = findObject(text, Math.max(read.end, start + 1));
    }
    const [first, ...others] = found;
    if (first === undefined) return unreadable('no JSON object with an outcome');
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
      return unreadable('the answer contradicts itself: it holds several objects with an outcome');
    }
    return checked(first, options);
  });
}

function checked(
  { outcome, steps, blame, reason, criteria }: z.infer<typeof AnswerSchema>,
  { steps: count, criteria: asked = [] }: ReadJudgementOptions,
): Reading<Judgement> {
  const absent = [...steps, ...criteria.flatMap((one) => one.steps)].find((step) => step > count);
  if (absent !== undefined) return unreadable(`step ${absent} is cited, and there are ${count}`);
  if (outcome !== 'unknown' && steps.length === 0) return unreadable('no step is cited');
  const ids = criteria.map(({ id }) => id);
  const isWhole = ids.length === asked.length && asked.every((id) => ids.includes(id));
  if (!isWhole) return unreadable(`not exactly one entry for each criterion: ${asked.join(', ')}`);
  const unproven = criteria.find((one) => one.met !== null && one.steps.length === 0);
  if (unproven !== undefined) return unreadable(`no step is cited for ${unproven.id}`);
  return reads({
    outcome,
    steps: steps.map((step) => step - 1),
    blame: blame === 'nobody' || outcome === 'success' ? null : blame,
    reason,
    criteria: criteria.map((one) => ({ ...one, steps: one.steps.map((step) => step - 1) })),
  });
}
