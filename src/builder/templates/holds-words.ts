/** Scripts that set no spaces between words. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]$/u;

/** Words and digits of a text alone, case folded. */
export function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Whether a text has the phrase as whole words, whatever their case and the signs between them: `tea` is not in `teach`. Scripts
 * without spaces have no such borders. A phrase of signs alone has to stand there as it is.
 */
export function holdsWords(text: string, phrase: string): boolean {
  const wanted = normalised(phrase);
  if (wanted === '') return text.includes(phrase.trim());
  const words = normalised(text);
  const letters = Array.from(wanted);
  for (let at = words.indexOf(wanted); at !== -1; at = words.indexOf(wanted, at + 1)) {
    const [before, after] = [Array.from(words.slice(0, at)), Array.from(words.slice(at + wanted.length))];
    if (isBorder(before.at(-1), letters[0]) && isBorder(letters.at(-1), after[0])) return true;
  }
  return false;
}

function isBorder(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined || left === ' ' || right === ' ') return true;
  return UNSPACED.test(left) || UNSPACED.test(right);
}
