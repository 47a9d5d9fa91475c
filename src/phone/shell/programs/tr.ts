import { Complaint } from '../answer.js';
import { escaped } from './echo.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

const CLASSES: Readonly<Record<string, string>> = {
  upper: 'A-Z',
  lower: 'a-z',
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: '0-9A-Za-z',
  space: '\t-\r ',
  blank: ' \t',
  punct: '!-/:-@[-`{-~',
  xdigit: '0-9A-Fa-f',
  cntrl: '\0-\x1f\x7f',
};

/** Changes or deletes characters, byte for byte as toybox does it. */
export const tr: Program = async (call) => {
  const options = readOptions(call, 'cCdst complement=c delete=d squeeze-repeats=s');
  const [first, second] = options.arguments;
  if (first === undefined || (second === undefined && !options.has('d') && !options.has('s')))
    throw new Complaint('Needs 2 arguments (see "tr --help")');
  const named = bytesOf(first);
  const isOther = options.has('c') || options.has('C');
  const from = isOther
    ? Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !named.includes(byte))
    : named;
  const to = second === undefined ? null : bytesOf(second);
  const target = new Int16Array(256).map((_, byte) => byte);
  if (options.has('d')) for (const byte of from) target[byte] = -1;
  else if (to)
    for (const [index, byte] of from.entries()) target[byte] = to[Math.min(index, to.length - 1)] ?? byte;
  const squeezed = options.has('s') ? new Set(to ?? from) : null;
  let last = -1;
  for (let chunk = await call.stdin.next(); chunk; chunk = await call.stdin.next()) {
    const result = new Uint8Array(chunk.length);
    let size = 0;
    for (const byte of chunk) {
      const changed = target[byte]!;
      if (changed < 0 || (changed === last && squeezed?.has(changed))) continue;
      result[size] = changed;
      size += 1;
      last = changed;
    }
    await call.stdout(result.subarray(0, size));
  }
};

/** The bytes that a set stands for, ranges written out. */
function bytesOf(set: string): number[] {
  const plain = set.replace(/\[:([a-z]+):\]/g, (whole, name: string) => CLASSES[name] ?? whole);
  const bytes = escaped(plain).bytes;
  const result: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const first = bytes[index]!;
    const last = bytes[index + 2];
    if (bytes[index + 1] === 0x2d && last !== undefined && last >= first) {
      for (let byte = first; byte <= last; byte += 1) result.push(byte);
      index += 2;
    } else result.push(first);
  }
  return result;
}
