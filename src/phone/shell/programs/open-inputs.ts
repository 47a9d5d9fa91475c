import { FAULT_TEXT } from '../../files/fault-text.js';
import { Input } from '../input.js';
import { complain } from '../program.js';
import type { ProgramCall } from '../program.js';

/**
 * What a program reads: the files named, one after the other, or standard input where none is or for `-`. Of those that
 * cannot be read it is said why, and the status is set.
 */
export async function* openInputs(
  call: Pick<ProgramCall, 'words' | 'folder' | 'stdin' | 'stderr' | 'system'>,
  paths: readonly string[],
  status: { value: number },
): AsyncGenerator<{ name: string; input: Input }> {
  const { files } = call.system;
  for (const name of paths.length ? paths : ['-']) {
    if (name === '-' || name === '/dev/stdin') {
      yield { name, input: call.stdin };
      continue;
    }
    const bytes = files.read(files.resolve(name, call.folder));
    if (typeof bytes === 'string') {
      await complain(call, `${name}: ${FAULT_TEXT[bytes]}`);
      status.value = 1;
    } else yield { name, input: Input.of(bytes) };
  }
}
