import { createHash } from 'node:crypto';
import { didYouMean } from '../domain/text/nearest-name.js';
import { UserError } from '../errors.js';

/**
 * A judge's prompts with the user's own in place of some, and the SHA-256 of each for the judge's identity.
 *
 * @throws {UserError} for a name that the judge has no prompt of
 */
export function promptsOf(
  own: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
  judge: string,
): { readonly texts: Readonly<Record<string, string>>; readonly hashes: Readonly<Record<string, string>> } {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(own, name));
  if (unknown !== undefined) {
    const names = Object.keys(own);
    throw new UserError(`the judge ${judge} has no prompt "${unknown}"`, {
      hint: `${didYouMean(unknown, names)}It has ${names.join(', ')}.`,
    });
  }
  const texts = { ...own, ...given };
  const hashes = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, createHash('sha256').update(text).digest('hex')]),
  );
  return { texts, hashes };
}
