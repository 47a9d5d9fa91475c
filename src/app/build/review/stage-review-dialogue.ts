import { humanConsole } from '../../../agents/human/human-console.js';
import { UserError } from '../../../errors.js';
import { wrapText } from '../../../report/terminal-text.js';
import type { ReviewConsole, ReviewDialogueOptions } from '../../tasks/review-dialogue.js';
import { StageReview, type ReviewCase, type ReviewForm } from './stage-review.js';

/** What a person did with a review. */
export interface Reviewed {
  readonly decided: number;
  /** Cases that are still open. */
  readonly waiting: number;
}

/** Goes through the open cases of a review with somebody at a terminal, until they quit. */
export async function stageReviewDialogue(
  review: StageReview,
  { console: person, width = null, signal }: ReviewDialogueOptions,
): Promise<Reviewed> {
  const seen = new Set<string>();
  const total = (await review.waiting()).length;
  let decided = 0;
  let by: string | null = null;
  for (;;) {
    const waiting = await review.waiting();
    const next = waiting.find(({ id }) => !seen.has(id));
    if (next === undefined) return { decided, waiting: waiting.length };
    if (review.form.isSigned && by === null) {
      by = (await person.ask('Your name, which decisions carry: ', { signal }))?.trim() ?? null;
      if (by === null) return { decided, waiting: waiting.length };
      if (by === '') {
        by = null;
        continue;
      }
    }
    person.show(
      wrapText(caseText(next, `${seen.size + 1} of ${Math.max(total, seen.size + 1)}`), width, '  '),
    );
    const answer = await answerTo(next, person, signal);
    if (answer === 'quit') return { decided, waiting: waiting.length };
    seen.add(next.id);
    if (answer === 'skip') continue;
    try {
      await review.decide(next.id, { ...answer, ...(by === null ? {} : { by }) });
      decided += 1;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      person.show(error.message);
    }
  }
}

/** The same at a terminal, with the stage kept from its file meanwhile. */
export async function stageReviewAtTerminal(
  form: ReviewForm,
  {
    input,
    output,
    signal,
  }: {
    readonly input: NodeJS.ReadableStream;
    readonly output: NodeJS.WritableStream & { readonly columns?: number };
    readonly signal: AbortSignal;
  },
): Promise<Reviewed> {
  await using review = await StageReview.open(form, signal);
  // Terminals that do not know how wide they are say 0.
  const { columns = 0 } = output;
  const width = columns > 0 ? columns : null;
  return await stageReviewDialogue(review, { console: humanConsole(input, output), width, signal });
}

async function answerTo(
  { choices }: ReviewCase,
  person: ReviewConsole,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | 'skip' | 'quit'> {
  const words = choices.map(({ word }) => word).join(' / ');
  for (;;) {
    const line = await person.ask(`${words} (Enter: skip, q: quit)? `, { signal });
    if (line === null) return 'quit';
    const [, word = '', rest = ''] = /^(\p{L}*)\s*(.*)$/su.exec(line.trim()) ?? [];
    if (word === '' && rest === '') return 'skip';
    if (word !== '' && 'quit'.startsWith(word.toLowerCase())) return 'quit';
    const choice = choices.find((one) => word !== '' && one.word.startsWith(word.toLowerCase()));
    const bare = choice === undefined ? choices.find(({ takesBare = false }) => takesBare) : undefined;
    const sets = choice?.sets(rest.trim()) ?? bare?.sets(line.trim()) ?? null;
    if (sets !== null) return sets;
    for (const { word: known, does } of choices) person.show(`  ${known}: ${does}`);
  }
}

/** A case as a person reads it. */
function caseText({ id, says, pictures }: ReviewCase, place: string): string {
  return [
    '',
    `[${place}] ${id}`,
    ...says.map((line) => `  ${line}`),
    ...pictures.map(({ words, file }) => `  ${words}: ${file}`),
  ].join('\n');
}
