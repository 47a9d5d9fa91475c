/** A Chinese character is a word of its own, since nothing divides them; elsewhere letters and digits in a row are one. */
const WORD = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu;

/** A text in which case and width of letters make no difference. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The words of a text, case folded. */
export function wordsOf(text: string): readonly string[] {
  return foldText(text).match(WORD) ?? [];
}

/** Whether the words of a phrase stand next to each other in a text, in order, as whole words. Without words: never. */
export function wordsIn(text: string, phrase: string): boolean {
  const [words, wanted] = [wordsOf(text), wordsOf(phrase)];
  if (wanted.length === 0) return false;
  return words.some((_, at) => wanted.every((word, index) => words[at + index] === word));
}
