/**
 * Words of an instruction: lower case, compatibility forms made one (NFKC), without punctuation. A character of a script
 * that has no spaces between words is a word.
 */
export function instructionWords(text: string): readonly string[] {
  const one = text.normalize('NFKC').toLowerCase();
  return (
    one.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+/gu,
    ) ?? []
  );
}

/**
 * Lexical and structural overlap of two instructions, 0 (no word in common) to 1 (the same words in the same order): ROUGE-L,
 * the F1 of the longest common subsequence of words. Symmetric; 0 where one of them has no word.
 *
 * Source: Lin 2004 (ROUGE); Wang et al. 2023 (Self-Instruct), who keep a generated instruction if it is below 0.7 to all others.
 */
export function lexicalOverlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  return (2 * commonLength(a, b)) / (a.length + b.length);
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let previous = Array.from({ length: b.length + 1 }, () => 0);
  for (const word of a) {
    const row = [0];
    b.forEach((other, at) => {
      const left = row[at] ?? 0;
      row.push(word === other ? (previous[at] ?? 0) + 1 : Math.max(previous[at + 1] ?? 0, left));
    });
    previous = row;
  }
  return previous.at(-1) ?? 0;
}
