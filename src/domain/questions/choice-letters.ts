/**
 * Letters of a choice, as spreadsheets name columns: A to Z, AA, AB, …
 *
 * @param index from 0
 */
export function choiceLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** The index, from 0, that upper-case letters stand for; null for anything else. */
export function choiceIndex(letters: string): number | null {
  if (!/^[A-Z]{1,4}$/.test(letters)) return null;
  let index = 0;
  for (const letter of letters.split('')) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}
