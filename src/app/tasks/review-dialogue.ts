import { humanConsole } from '../../agents/human/human-console.js';
import { UserError } from '../../errors.js';
import type { DraftTask } from '../../formats/results/review-report.js';
import { wrapText } from '../../report/terminal-text.js';
import type { SuiteReview } from './review-tasks.js';
import { doubtAbout } from './rule-doubts.js';

/** Where somebody is asked. */
export interface ReviewConsole {
  show(text: string): void;
  /** The next line; null at the end of the input. */
  ask(question: string, options: { readonly signal: AbortSignal }): Promise<string | null>;
}

const HELP = [
  '  a        accept: the rules count from now on        r [why]   reject: somebody has to write other rules',
  '  e        edit the goal that agents are asked for    s         skip for now',
  '  a 1 3    accept some of them                        r 2 why   reject some of them',
  '  n 4 why  leave one out of the score, and say why    q         quit; every answer so far is saved',
].join('\n');

/** Who is asked, and how long their lines are. */
export interface ReviewDialogueOptions {
  readonly console: ReviewConsole;
  /** Columns to break lines at; null: none. */
  readonly width?: number | null;
  readonly signal: AbortSignal;
}

/**
 * Goes through the drafts of a suite with somebody at a terminal. Each answer is saved before the next question.
 *
 * @returns whether everything was seen; not where somebody quit
 */
export async function reviewDialogue(
  review: SuiteReview,
  { console: person, width = null, signal }: ReviewDialogueOptions,
): Promise<boolean> {
  const seen = new Set<string>();
  const total = (await review.waiting()).length;
  let isHelped = false;
  for (;;) {
    // Read anew each time: somebody may have the file open in an editor.
    const draft = (await review.waiting()).find(({ id }) => !seen.has(id));
    if (draft === undefined) return true;
    const text = draftText(draft, `${seen.size + 1} of ${Math.max(total, seen.size + 1)}`);
    person.show(wrapText(text, width, ' '.repeat(7)));
    if (!isHelped) person.show(`\n${HELP}`);
    isHelped = true;
    const end = await askAbout(draft, { review, person, signal });
    if (end === 'quit') return false;
    if (end === 'next') seen.add(draft.id);
  }
}

/** The same at a terminal. */
export async function reviewAtTerminal(
  review: SuiteReview,
  {
    input,
    output,
    signal,
  }: {
    readonly input: NodeJS.ReadableStream;
    readonly output: NodeJS.WritableStream & { readonly columns?: number };
    readonly signal: AbortSignal;
  },
): Promise<boolean> {
  const width = output.columns ?? null;
  return await reviewDialogue(review, { console: humanConsole(input, output), width, signal });
}

interface Asking {
  readonly review: SuiteReview;
  readonly person: ReviewConsole;
  readonly signal: AbortSignal;
}

/** One line of an answer. `again`: the draft is shown anew. */
async function askAbout(draft: DraftTask, asking: Asking): Promise<'next' | 'again' | 'quit'> {
  const { person, signal, review } = asking;
  for (;;) {
    const line = await person.ask('accept / edit / reject / skip / quit? ', { signal });
    if (line === null) return 'quit';
    const [, word = '', rest = ''] = /^(\p{L}*)\s*(.*)$/su.exec(line.trim()) ?? [];
    const { numbers, text } = numbersOf(rest);
    try {
      switch (word.toLowerCase()) {
        case 'a':
        case 'accept':
          if (!(await isSure(draft, numbers, asking))) return 'again';
          await review.answer(draft.id, { type: 'accept', numbers });
          return await afterAccept(draft, numbers, asking);
        case 'r':
        case 'reject':
          await review.answer(draft.id, { type: 'reject', numbers, ...(text !== '' && { reason: text }) });
          return numbers === null ? 'next' : await isDone(draft, review);
        case 'n':
        case 'not':
          if (numbers?.length !== 1 || text === '') break;
          await review.answer(draft.id, { type: 'not_checked', number: numbers[0] ?? 0, reason: text });
          return await isDone(draft, review);
        case 'e':
        case 'edit':
          return await editGoal(draft, rest, asking);
        case 's':
        case 'skip':
          return 'next';
        case 'q':
        case 'quit':
          return 'quit';
        default:
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      person.show(`${error.message}${error.hint === undefined ? '' : `. ${error.hint}`}`);
      continue;
    }
    person.show(HELP);
  }
}

/** Asks once more about rules that nobody can meet, or that doing nothing meets. */
async function isSure(
  draft: DraftTask,
  numbers: readonly number[] | null,
  { person, signal }: Asking,
): Promise<boolean> {
  const odd = draft.expectations.flatMap(({ number, status, note }) => {
    const doubt = status === 'draft' && numbers?.includes(number) !== false ? doubtAbout(note) : null;
    return doubt === null ? [] : [`  ${number}. is ${doubt}`];
  });
  if (odd.length === 0) return true;
  person.show(odd.join('\n'));
  const line = await person.ask('Accept all the same? y / n (Enter: n): ', { signal });
  return /^\s*y/i.test(line ?? '');
}

/** What has no rule would keep the task void: asked for while the case is in mind. */
async function afterAccept(
  draft: DraftTask,
  numbers: readonly number[] | null,
  { review, person, signal }: Asking,
): Promise<'next' | 'again' | 'quit'> {
  if (numbers !== null) return await isDone(draft, review);
  for (const { number, expected } of draft.expectations.filter(({ status }) => status === 'unfinished')) {
    person.show(`  ${number}. has no rule, and keeps the task from being scored: ${oneLine(expected)}`);
    const reason = await person.ask('Leave it out of the score? Write why, or Enter to leave it open: ', {
      signal,
    });
    if (reason === null) return 'quit';
    if (reason.trim() === '') continue;
    await review.answer(draft.id, { type: 'not_checked', number, reason: reason.trim() });
  }
  return 'next';
}

async function editGoal(
  draft: DraftTask,
  given: string,
  { review, person, signal }: Asking,
): Promise<'again' | 'quit'> {
  const line =
    given === '' ? await person.ask('The goal, in one line (Enter: as it is): ', { signal }) : given;
  if (line === null) return 'quit';
  if (line.trim() !== '') await review.answer(draft.id, { type: 'goal', text: line.trim() });
  return 'again';
}

async function isDone(draft: DraftTask, review: SuiteReview): Promise<'next' | 'again'> {
  return (await review.waiting()).some(({ id }) => id === draft.id) ? 'again' : 'next';
}

/** Leading numbers of an answer, and the words behind them. */
function numbersOf(rest: string): { readonly numbers: readonly number[] | null; readonly text: string } {
  const [, digits = '', text = ''] = /^((?:#?\d{1,6}[\s,]*)*)(.*)$/su.exec(rest) ?? [];
  const numbers = digits.match(/\d+/g)?.map(Number) ?? null;
  return { numbers, text: text.trim() };
}

/** A draft as a person reads it. */
export function draftText(draft: DraftTask, place: string): string {
  const { id, title, goal, apps, start, preconditions, expectations } = draft;
  return [
    '',
    `[${place}] ${id}${title === '' ? '' : `  ${oneLine(title)}`}`,
    `  goal${goal === null ? ': none' : ` (${goal.language}): ${oneLine(goal.text)}`}`,
    `  starts on: ${start ?? 'the root'}${apps.length === 0 ? '' : `; apps: ${apps.join(', ')}`}`,
    ...(preconditions === null ? [] : [`  preconditions: ${oneLine(preconditions)}`]),
    ...expectations.flatMap(({ number, step, expected, status, rule, note }) => [
      `  ${number}. ${step === null ? '' : `step ${step}: `}${oneLine(expected)}`,
      `     ${rule === null ? WITHOUT_RULE[status] : `proposed: ${rule}`}${note === null ? '' : ` [${note}]`}`,
    ]),
  ].join('\n');
}

const WITHOUT_RULE = {
  draft: '',
  unfinished: 'no rule could be proposed',
  rejected: 'rejected',
  broken: 'its entry cannot be read; touchstone lint says why',
} as const;

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' / ');
}
