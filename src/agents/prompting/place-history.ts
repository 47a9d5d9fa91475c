import type { Dialect, PromptInput, PromptStep } from '../../models/dialects/dialect.js';
import type { ModelContent, ModelRequest } from '../../models/model.js';

/** Earlier steps as a prompt has places for them, and what of them stands next to it. */
export interface PlacedHistory {
  readonly history: readonly PromptStep[];
  /** Words to stand next to the prompt. */
  readonly words: readonly ModelContent[];
  /** Pictures, with their heading, to stand before the current one. */
  readonly pictures: readonly ModelContent[];
}

/**
 * Finds out which of the earlier steps' words and pictures a family's prompt has a place for, by writing it with and without
 * them, and puts the others next to it. So any family can be shown what its own prompt leaves out.
 *
 * @param input with the history that is to be shown; steps that are shown without words have none
 * @param isWorded whether the steps have words
 */
export function placeHistory(dialect: Dialect, input: PromptInput, isWorded: boolean): PlacedHistory {
  const { history } = input;
  const pictures = history.flatMap(({ picture }) => (picture === null ? [] : [picture]));
  const write = (steps: readonly PromptStep[]): ModelRequest =>
    dialect.buildRequest({ ...input, history: steps });
  const without = write([]);
  const worded = isWorded ? history.map((step) => ({ ...step, picture: null })) : [];
  const written = worded.length === 0 ? without : write(worded);
  const left = leftOut(worded, (steps) => wordsOf(write(steps)), wordsOf(written));
  const hasWords = left.length < worded.length || worded.length === 0;
  const words = left.length === 0 ? [] : [{ type: 'text' as const, text: listed(left, hasWords) }];
  const placed = hasWords ? worded : [];
  if (pictures.length === 0) return { history: placed, words, pictures: [] };
  const whole = write(history);
  const isShown =
    hasWords &&
    picturesIn(whole) - picturesIn(written) === pictures.length &&
    // Steps without words are no turns of the conversation.
    (isWorded || whole.messages.length === without.messages.length);
  if (isShown) return { history, words, pictures: [] };
  const title = `Screenshots before the last ${pictures.length} actions, oldest first; the current one is not among them:`;
  return {
    history: placed,
    words,
    pictures: [
      { type: 'text', text: title },
      ...pictures.map(({ mediaType, data }): ModelContent => ({
        type: 'image',
        mediaType,
        data,
        isEarlier: true,
      })),
    ],
  };
}

/** The oldest steps that the prompt says nothing of: all, or those before the last few. */
function leftOut(
  worded: readonly PromptStep[],
  write: (steps: readonly PromptStep[]) => string,
  whole: string,
): readonly PromptStep[] {
  let count = 0;
  while (count < worded.length && write(worded.slice(count + 1)) === whole) count += 1;
  return worded.slice(0, count);
}

/** @param areOlder the prompt tells those after them */
function listed(steps: readonly PromptStep[], areOlder: boolean): string {
  const lines = steps.map(
    ({ call, summary }, index) => `${index + 1}. ${call ?? summary ?? 'an answer that could not be read'}`,
  );
  return `${areOlder ? 'Actions before that' : 'The last actions'}, oldest first:\n${lines.join('\n')}`;
}

/** Everything said, message by message. */
function wordsOf({ messages }: ModelRequest): string {
  return JSON.stringify(
    messages.map(({ role, content }) => [
      role,
      content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    ]),
  );
}

function picturesIn({ messages }: ModelRequest): number {
  return messages.reduce(
    (sum, { content }) => sum + content.filter(({ type }) => type === 'image').length,
    0,
  );
}
