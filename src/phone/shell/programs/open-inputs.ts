import { FAULT_TEXT } from '../../files/fault-text.js';
import { Input } from '../input.js';
import type { ProgramCall } from '../program.js';

/**
 * What a program reads: the files named, one after the other, or standard input where none is or for `-`. Of those that
 * cannot be read it is said why.
 */
export async function* openInputs(
  call: Pick<ProgramCall, 'folder' | 'stdin' | 'system' | 'complain'>,
  paths: readonly string[],
): AsyncGenerator<{ name: string; input: Input }> {
  const { files } = call.system;
  for (const name of paths.length ? paths : ['-']) {
    if (name === '-' || name === '/dev/stdin') {
      yield { name, input: call.stdin };
      continue;
    }
    const bytes = files.read(files.resolve(name, call.folder));
    if (typeof bytes === 'string') await call.complain(`${name}: ${FAULT_TEXT[bytes]}`);
    else yield { name, input: Input.of(bytes) };
  }
}
