import { cutThinking } from '../models/dialects/reading/cut-thinking.js';

const CLOSING = /<\/(?:think|thought)/i;
const OPENING = /<(?:think|thought)/i;

/**
 * A judge's answer without its thinking. Some chat templates put the opening tag into the prompt, so that what stands before a closing
 * tag is thinking; but where something like an answer stands there, the tag may be one that a screen shows: then nobody knows
 * which is the answer, and null is given.
 *
 * @param answerLike what an answer begins with
 */
export function behindThinking(answer: string, answerLike: RegExp): string | null {
  const closing = answer.search(CLOSING);
  const opening = answer.search(OPENING);
  const isUnopened = closing >= 0 && (opening < 0 || closing < opening);
  if (isUnopened && answerLike.test(answer.slice(0, closing))) return null;
  return cutThinking(answer).text;
}
