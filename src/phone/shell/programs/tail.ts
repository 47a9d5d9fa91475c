import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import type { Input } from '../input.js';
import type { Program } from '../program.js';

/** Bytes that are kept to find the last lines among. */
const MOST_KEPT = 16 * 1024 * 1024;

/** The last lines or bytes, or all from one on (`-n +5`). Does not wait for more to come. */
export const tail: Program = async (call) => {
  const words = call.words.flatMap((word, index) =>
    /^[-+][0-9]+$/.test(word) && !/^-[nc]$/.test(call.words[index - 1] ?? '')
      ? ['-n', word.replace(/^-/, '')]
      : [word],
  );
  const options = readOptions({ words }, 'n:c:qvf lines=n bytes=c');
  const isBytes = options.has('c');
  const given = options.value(isBytes ? 'c' : 'n') ?? '10';
  const count = Math.abs(Number(given) || 0);
  const names = options.arguments;
  let isFirst = true;
  for await (const { name, input } of openInputs(call, names)) {
    if (names.length > 1 && !options.has('q')) await call.stdout(`${isFirst ? '' : '\n'}==> ${name} <==\n`);
    isFirst = false;
    if (given.startsWith('+')) await skip(input, Math.max(0, count - 1), isBytes, call.stdout);
    else {
      const last = await lastOf(input, count, isBytes);
      if (last) await call.stdout(last);
      else await call.complain(`${name}: too much to keep`);
    }
  }
};

async function skip(
  input: Input,
  count: number,
  isBytes: boolean,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  let left = count;
  for (let chunk = await input.next(); chunk; chunk = await input.next()) {
    let start = 0;
    if (isBytes) {
      start = Math.min(left, chunk.length);
      left -= start;
    } else {
      for (; left > 0 && start < chunk.length;) {
        const newline = chunk.indexOf(10, start);
        start = newline < 0 ? chunk.length : newline + 1;
        if (newline >= 0) left -= 1;
      }
    }
    if (start < chunk.length) await write(chunk.subarray(start));
  }
}

/** The last lines or bytes; null when they are more than may be kept. */
async function lastOf(input: Input, count: number, isBytes: boolean): Promise<Uint8Array | null> {
  let kept: Uint8Array[] = [];
  let size = 0;
  for (let chunk = await input.next(); chunk; chunk = await input.next()) {
    kept.push(chunk);
    size += chunk.length;
    if (size < MOST_KEPT) continue;
    const whole = Buffer.concat(kept);
    const start = startOf(whole, count, isBytes);
    if (size - start > MOST_KEPT / 2) return null;
    kept = [whole.subarray(start)];
    size = whole.length - start;
  }
  const whole = Buffer.concat(kept);
  return whole.subarray(startOf(whole, count, isBytes));
}

function startOf(bytes: Uint8Array, count: number, isBytes: boolean): number {
  if (count === 0) return bytes.length;
  if (isBytes) return Math.max(0, bytes.length - count);
  let end = bytes.length - 1;
  for (let found = 0; end > 0; end -= 1) {
    end = bytes.lastIndexOf(10, end - 1);
    if (end < 0) return 0;
    found += 1;
    if (found === count) return end + 1;
    end += 1;
  }
  return 0;
}
