import { FAULT_TEXT } from '../files/fault-text.js';
import { Input } from './input.js';
import type { Shell, Streams } from './shell.js';
import type { Redirection } from './syntax/syntax-tree.js';
import type { Write } from './tool.js';

/** A file that takes no more. Ends the program that writes, never leaves the shell. */
export class WriteFault extends Error {}

const NOWHERE: Write = async () => {};

/** The streams of a command after its redirections; null when one failed, which was said on the errors. */
export async function openStreams(
  redirections: readonly Redirection[],
  outer: Streams,
  shell: Shell,
): Promise<Streams | null> {
  let streams = outer;
  const { files } = shell.context.system;
  const fail = async (text: string): Promise<null> => {
    await streams.errors(`/system/bin/sh: ${text}\n`);
    return null;
  };
  for (const { type, stream, target } of redirections) {
    const text = await shell.textOf(target, streams);
    if (type === '<<') {
      streams = { ...streams, input: Input.of(Buffer.from(text)) };
      continue;
    }
    if (type === '>&') {
      if (text === '1' || text === '2') {
        const [write, pipe] = text === '1' ? [streams.output, streams.pipe] : [streams.errors, null];
        streams = stream === 2 ? { ...streams, errors: write } : { ...streams, output: write, pipe };
      } else if (text === '-') {
        if (stream === 0) streams = { ...streams, input: Input.empty() };
        else if (stream === 2) streams = { ...streams, errors: NOWHERE };
        else streams = { ...streams, output: NOWHERE, pipe: null };
      } else if (text !== '0') return fail(`${text.slice(0, 40)}: bad file descriptor`);
      continue;
    }
    const path = files.resolve(text, shell.state.folder);
    if (type === '<') {
      const bytes = path === '/dev/stdin' || path === '/dev/tty' ? null : files.read(path);
      if (typeof bytes === 'string') return fail(`can't open ${text}: ${FAULT_TEXT[bytes]}`);
      if (bytes) streams = { ...streams, input: Input.of(bytes) };
      continue;
    }
    const write = openFile(path, type === '>>', streams, shell);
    if (typeof write === 'string') return fail(`can't create ${text}: ${FAULT_TEXT[write]}`);
    if (stream === null || stream === 1) streams = { ...streams, output: write, pipe: null };
    if (stream === null || stream === 2) streams = { ...streams, errors: write };
  }
  return streams;
}

function openFile(path: string, isAppending: boolean, streams: Streams, shell: Shell) {
  if (path === '/dev/null') return NOWHERE;
  if (path === '/dev/stdout' || path === '/dev/tty' || path === '/proc/self/fd/1') return streams.output;
  if (path === '/dev/stderr' || path === '/proc/self/fd/2') return streams.errors;
  const { files } = shell.context.system;
  const fault = isAppending ? files.append(path, new Uint8Array()) : files.write(path, new Uint8Array());
  if (fault) return fault;
  return async (data: string | Uint8Array): Promise<void> => {
    const fault = files.append(path, typeof data === 'string' ? Buffer.from(data) : data);
    if (fault) throw new WriteFault(`write error: ${FAULT_TEXT[fault]}`);
  };
}
