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
