import type { Input } from '../input.js';

/** Bytes after which a line is cut, so that memory stays bounded. */
const LONGEST_LINE = 8 * 1024 * 1024;

/** Lines of an input without their ends, as many at a time as there are. The last one may have had no end. */
export async function* linesOf(
  input: Input,
): AsyncGenerator<{ lines: readonly string[]; isTerminated: boolean }> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for (let bytes = await input.next(); bytes; bytes = await input.next()) {
    const end = bytes.lastIndexOf(10);
    if (end < 0 && size + bytes.length < LONGEST_LINE) {
      pending.push(bytes);
      size += bytes.length;
      continue;
    }
    const whole = end < 0 ? bytes : bytes.subarray(0, end);
    const text = Buffer.concat([...pending, whole]).toString();
    pending = end < 0 || end === bytes.length - 1 ? [] : [bytes.subarray(end + 1)];
    size = pending[0]?.length ?? 0;
    yield { lines: text.split('\n'), isTerminated: true };
  }
  if (size) yield { lines: [Buffer.concat(pending).toString()], isTerminated: false };
}

/** All lines of an input, for programs that need the last one first. Null when they are more than memory may hold. */
export async function allLinesOf(input: Input, most = 64 * 1024 * 1024): Promise<string[] | null> {
  const all: string[] = [];
  let size = 0;
  for await (const { lines } of linesOf(input)) {
    for (const line of lines) {
      size += line.length + 16;
      all.push(line);
    }
    if (size > most) return null;
  }
  return all;
}
