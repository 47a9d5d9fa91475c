/** Work that grows with the square of a longest answer takes half a minute a turn; reading takes milliseconds. */
const TURNS = 3;

/**
 * What `read` gives, called so often that a test of a long answer ends by its time limit if the work grows faster than the
 * answer, and is over in an instant otherwise. Decides without a clock, which a busy machine would mislead.
 */
export function readOften<T>(read: () => T): T {
  let result = read();
  for (let turn = 1; turn < TURNS; turn += 1) result = read();
  return result;
}
