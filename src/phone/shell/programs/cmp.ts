import { FAULT_TEXT } from '../../files/fault-text.js';
import { readOptions } from './read-options.js';
import { Complaint } from '../answer.js';
import type { Program, ProgramCall } from '../program.js';

/** Bytes that are compared of what comes in. */
const MOST_INPUT = 64 * 1024 * 1024;

/** `cmp [-ls] [-n COUNT] FILE1 [FILE2]`: says where two files differ first. Source: toybox `cmp`. */
export const cmp: Program = async (call) => {
  const options = readOptions(call, 'n:ls', 2);
  const [first, second = '-'] = options.arguments;
  if (first === undefined) throw new Complaint('Needs 1 argument (see "cmp --help")', 2);
  const both: Uint8Array[] = [];
  for (const name of [first, second]) {
    const bytes = await contentOf(call, name);
    if (typeof bytes !== 'string') both.push(bytes);
    else if (!options.has('s')) await call.complain(`${name}: ${bytes}`);
  }
  const [a, b] = both;
  if (a === undefined || b === undefined) return 2;
  const end = Math.min(a.length, b.length, Number(options.value('n') ?? Number.POSITIVE_INFINITY));
  let line = 1;
  let status = 0;
  for (let at = 0; at < end; at += 1) {
    if (a[at] !== b[at]) {
      if (options.has('s')) return 1;
      status = 1;
      if (!options.has('l')) return differ(call, `${first} ${second} differ: char ${at + 1}, line ${line}\n`);
      await call.stdout(`${at + 1} ${(a[at] ?? 0).toString(8)} ${(b[at] ?? 0).toString(8)}\n`);
    }
    if (a[at] === 10) line += 1;
  }
  if (a.length === b.length || options.has('n')) return status;
  if (options.has('s')) return 1;
  const shorter = a.length < b.length ? first : second;
  const where = options.has('l') ? '' : `, line ${line - 1}`;
  await call.complain(`EOF on ${shorter} after byte ${end}${where}`);
  return 1;
};

async function differ(call: ProgramCall, text: string): Promise<number> {
  await call.stdout(text);
  return 1;
}

/** A file, or what comes in; why it cannot be had. */
async function contentOf(call: ProgramCall, name: string): Promise<Uint8Array | string> {
  if (name !== '-') {
    const bytes = call.system.files.read(call.system.files.resolve(name, call.folder));
    return typeof bytes === 'string' ? FAULT_TEXT[bytes] : bytes;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let bytes = await call.stdin.next(); bytes; bytes = await call.stdin.next()) {
    size += bytes.length;
    if (size > MOST_INPUT) return 'Cannot allocate memory';
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
