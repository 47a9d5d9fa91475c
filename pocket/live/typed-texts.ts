import { askedText, carriedText, carriesText } from '../../src/domain/text/carried-text.js';
import type { Target } from '../place.js';

/** Where a text leads that is typed into a field; null where it is none that the app knows. Texts are compared as recorded ones are. */
export function targetOf(
  texts: readonly (readonly [text: string, target: Target])[],
  typed: string,
): Target | null {
  const carried = carriedText(typed);
  const found = texts.find(([text]) => typed !== '' && carriesText(askedText(text), carried));
  return found?.[1] ?? null;
}
