import { gunzipSync, gzipSync } from 'node:zlib';
import { FAULT_TEXT } from '../../../files/fault-text.js';
import { Complaint } from '../../answer.js';
import type { Program, ProgramCall } from '../../program.js';
import { readOptions } from '../read-options.js';

/** Bytes that a compressed file may come to. */
export const MOST_UNPACKED = 256 * 1024 * 1024;
const SUFFIX = '.gz';

/** `gzip [-cdfkt] [-1…-9] [FILE…]`, also as `gunzip` and `zcat`. Source: toybox `gzip`. */
export const gzip: Program = (call) => convert(call, false, false);
export const gunzip: Program = (call) => convert(call, true, false);
export const zcat: Program = (call) => convert(call, true, true);

async function convert(call: ProgramCall, unpacksAlways: boolean, printsAlways: boolean): Promise<void> {
  const options = readOptions(call, 'cdfknqt123456789');
  const unpacks = unpacksAlways || options.has('d') || options.has('t');
  const prints = printsAlways || options.has('c');
  const level = '123456789'.split('').find((digit) => options.has(digit));
  const work = (bytes: Uint8Array, name: string): Uint8Array =>
    unpacks ? unpacked(bytes, name) : gzipSync(bytes, level === undefined ? {} : { level: Number(level) });
  const { files } = call.system;
  for (const name of options.arguments.length ? options.arguments : ['-']) {
    if (name === '-') {
      const chunks: Uint8Array[] = [];
      for await (const bytes of call.stdin) chunks.push(bytes);
      const result = work(Buffer.concat(chunks), name);
      if (!options.has('t')) await call.stdout(result);
      continue;
    }
    const path = files.resolve(name, call.folder);
    const bytes = files.read(path);
    if (typeof bytes === 'string') {
      await call.complain(`${name}: ${FAULT_TEXT[bytes]}`);
      continue;
    }
    if (!prints && unpacks && !path.endsWith(SUFFIX) && !options.has('t')) {
      await call.complain(`no ${SUFFIX}: ${name}`);
      continue;
    }
    const result = work(bytes, name);
    if (options.has('t')) continue;
    if (prints) {
      await call.stdout(result);
      continue;
    }
    const target = unpacks ? path.slice(0, -SUFFIX.length) : path + SUFFIX;
    if (typeof files.stat(target) === 'object' && !options.has('f')) {
      await call.complain(`${target}: File exists`);
      continue;
    }
    const fault = files.write(target, result);
    if (fault !== null) await call.complain(`${target}: ${FAULT_TEXT[fault]}`);
    else if (!options.has('k')) files.remove(path);
  }
}

/** @throws {Complaint} */
export function unpacked(bytes: Uint8Array, name: string): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED });
  } catch {
    throw new Complaint(name === '-' ? 'not gzip' : `${name}: not gzip`);
  }
}
