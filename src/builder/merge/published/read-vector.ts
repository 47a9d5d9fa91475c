import { readChecked, reads, unreadable, type Reading } from '../../../models/readers/reading.js';

/** The vector in an embedder's answer: a JSON list of numbers. */
export function readVector(text: string): Reading<readonly number[]> {
  return readChecked(text, (answer) => {
    let value: unknown;
    try {
      value = JSON.parse(answer);
    } catch {
      return unreadable('the answer is no vector');
    }
    const isVector = Array.isArray(value) && value.length > 0 && value.every((one) => Number.isFinite(one));
    return isVector ? reads(value as readonly number[]) : unreadable('the answer is no vector');
  });
}
