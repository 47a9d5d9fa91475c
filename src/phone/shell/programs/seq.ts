import { Complaint } from '../answer.js';
import { nextTurn } from '../input.js';
import type { Program } from '../program.js';

/** Numbers that one call may print. */
const MOST = 10_000_000;

/** Counts from a number to another. */
export const seq: Program = async (call) => {
  const words = call.words.slice(1);
  const option = words[0]?.startsWith('-s') ? words.shift()! : null;
  const separator = option === null ? '\n' : option.slice(2) || words.shift();
  const numbers = words.map(Number);
  const first = numbers.length > 1 ? numbers[0]! : 1;
  const step = numbers.length > 2 ? numbers[1]! : 1;
  const last = numbers.at(-1);
  if (last === undefined || !numbers.every(Number.isFinite) || !step || numbers.length > 3)
    throw new Complaint('bad numbers');
  const digits = Math.min(20, Math.max(...words.map((word) => word.split('.')[1]?.length ?? 0)));
  const count = Math.floor((last - first) / step + 1e-9) + 1;
  if (count > MOST) throw new Complaint('too many numbers');
  let text = '';
  for (let index = 0; index < count; index += 1) {
    text += `${(first + index * step).toFixed(digits)}${index === count - 1 ? '\n' : separator}`;
    if (text.length < 32 * 1024) continue;
    await call.stdout(text);
    text = '';
    await nextTurn();
    if (call.signal.aborted) return 1;
  }
  return text;
};
