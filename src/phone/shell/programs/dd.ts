import { FAULT_TEXT } from '../../files/fault-text.js';
import { Input } from '../input.js';
import { Complaint } from '../answer.js';
import type { Program } from '../program.js';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  c: 1,
  w: 2,
  b: 512,
  k: 1024,
  K: 1024,
  kB: 1000,
  m: 1024 ** 2,
  M: 1024 ** 2,
  MB: 1000 ** 2,
  g: 1024 ** 3,
  G: 1024 ** 3,
};

/** Bytes that are copied at most. */
const MOST_BYTES = 256 * 1024 * 1024;

/** `dd [if=FILE] [of=FILE] [bs=N] [count=N] [skip=N] [seek=N] [status=none]`. Source: toybox `dd`. */
export const dd: Program = async (call) => {
  const given = new Map<string, string>();
  for (const word of call.words.slice(1)) {
    const equals = word.indexOf('=');
    const name = word.slice(0, Math.max(0, equals));
    if (!/^(?:if|of|bs|ibs|obs|count|skip|seek|status|conv|iflag|oflag)$/.test(name))
      throw new Complaint(`bad arg ${word.slice(0, 40)}`);
    given.set(name, word.slice(equals + 1));
  }
  const number = (name: string, fallback: number): number => {
    const text = given.get(name);
    if (text === undefined) return fallback;
    const match = /^(\d+)([a-zA-Z]*)$/.exec(text);
    const unit = UNITS[match?.[2] ?? 'none'];
    if (match === null || unit === undefined) throw new Complaint(`bad ${text.slice(0, 40)}`);
    return Number(match[1]) * unit;
  };
  const size = number('bs', number('ibs', 512));
  if (size < 1) throw new Complaint(`bad ${given.get('bs') ?? given.get('ibs') ?? ''}`);
  const most = number('count', Number.POSITIVE_INFINITY) * size;
  const { files } = call.system;
  const source = given.get('if');
  let input = call.stdin;
  if (source === '/dev/zero') input = Input.of(new Uint8Array(Math.min(most, MOST_BYTES)));
  else if (source !== undefined) {
    const bytes = files.read(files.resolve(source, call.folder));
    if (typeof bytes === 'string') throw new Complaint(`${source}: ${FAULT_TEXT[bytes]}`);
    input = Input.of(bytes);
  }
  const bytes = await taken(input, number('skip', 0) * size, most);
  const target = given.get('of');
  if (target === undefined) await call.stdout(bytes);
  else {
    const path = files.resolve(target, call.folder);
    const before = number('seek', 0) * size;
    const old = files.read(path);
    const kept = before > 0 && typeof old !== 'string' ? old.subarray(0, before) : new Uint8Array();
    const fault = files.write(
      path,
      before > 0 ? Buffer.concat([kept, Buffer.alloc(before - kept.length), bytes]) : bytes,
    );
    if (fault !== null) throw new Complaint(`${target}: ${FAULT_TEXT[fault]}`);
  }
  if (given.get('status') === 'none') return 0;
  const [whole, part] = [Math.floor(bytes.length / size), bytes.length % size === 0 ? 0 : 1];
  const records = `${whole}+${part} records in\n${whole}+${part} records out\n`;
  const speed = `${bytes.length} bytes (${human(bytes.length)}) copied, 0.001 s, ${human(bytes.length * 1000)}/s\n`;
  await call.stderr(records + (given.get('status') === 'noxfer' ? '' : speed));
  return 0;
};

/** So many bytes after those that are passed over. @throws {Complaint} */
async function taken(input: Input, skip: number, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let passed = skip;
  let size = 0;
  while (size < most) {
    const bytes = await input.next();
    if (bytes === null) break;
    const part = bytes.subarray(Math.min(passed, bytes.length));
    passed -= bytes.length - part.length;
    const kept = part.subarray(0, most - size);
    input.unread(part.subarray(kept.length));
    size += kept.length;
    if (size > MOST_BYTES) throw new Complaint('No space left on device');
    chunks.push(kept);
  }
  return Buffer.concat(chunks);
}

/** As toybox shortens sizes here, in units of 1,024 with a blank before them. */
function human(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= 1000; unit += 1) value /= 1024;
  const shown = unit > 0 && value < 10 ? value.toFixed(1) : String(Math.round(value));
  return `${shown} ${['', 'K', 'M', 'G'][unit] ?? ''}${unit === 0 ? 'B' : ''}`;
}
