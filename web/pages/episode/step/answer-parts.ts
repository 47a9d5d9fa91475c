import type { ReportStep } from '../../../../src/report/view/report-episode.js';

/** A piece of a model's answer; `isTaken` where it is what was read as the action. */
export interface AnswerPart {
  readonly text: string;
  readonly isTaken: boolean;
}

/** An answer in pieces, with the words that became the action, or that could not be read, marked. */
export function answerParts(answer: string, taken: readonly string[]): readonly AnswerPart[] {
  // The last place: models name actions while they think, before they take one.
  const found = taken
    .filter((words) => words.trim() !== '')
    .map((words) => ({ words, at: answer.lastIndexOf(words) }))
    .find(({ at }) => at >= 0);
  if (found === undefined) return [{ text: answer, isTaken: false }];
  const end = found.at + found.words.length;
  return [
    { text: answer.slice(0, found.at), isTaken: false },
    { text: found.words, isTaken: true },
    { text: answer.slice(end), isTaken: false },
  ].filter(({ text }) => text !== '');
}

/** What of an answer a step rests on, the longest words first: as the model wrote the action, else its name. */
export function takenWords({
  action,
  formatError,
}: Pick<ReportStep, 'action' | 'formatError'>): readonly string[] {
  if (formatError !== null) return [formatError.excerpt];
  const native = action?.native;
  return [native?.text, native?.name].filter((words) => words !== undefined);
}
