import { createHash } from 'node:crypto';
import { didYouMean } from '../domain/text/nearest-name.js';
import { UserError } from '../errors.js';

/**
 * A judge's prompts with the user's own in place of some, and the SHA-256 of each for the judge's identity.
 *
 * @throws {UserError} for a name that the judge has no prompt of
 */
export function promptsOf<Name extends string>(
  own: Readonly<Record<Name, string>>,
  given: Readonly<Record<string, string>>,
  judge: string,
): { readonly texts: Readonly<Record<Name, string>>; readonly hashes: Readonly<Record<Name, string>> } {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(own, name));
  if (unknown !== undefined) {
    const names = Object.keys(own);
    throw new UserError(`the judge ${judge} has no prompt "${unknown}"`, {
      hint: `${didYouMean(unknown, names)}It has ${names.join(', ')}.`,
    });
  }
  const texts = { ...own, ...given };
  // The names are those of the texts.
  const hashes = Object.fromEntries(
    Object.entries<string>(texts).map(([name, text]) => [
      name,
      createHash('sha256').update(text).digest('hex'),
    ]),
  ) as Record<Name, string>;
  return { texts, hashes };
}
