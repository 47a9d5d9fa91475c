import { FAULT_TEXT } from '../../files/fault-text.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

/** Passes on what comes in, and keeps it in files. */
export const tee: Program = async (call) => {
  const options = readOptions(call, 'ai append=a');
  const { files } = call.system;
  let paths = options.arguments.map((name) => ({ name, path: files.resolve(name, call.folder) }));
  const keep = async (bytes: Uint8Array, isFirst: boolean): Promise<void> => {
    const good: typeof paths = [];
    for (const target of paths) {
      const fault =
        isFirst && !options.has('a') ? files.write(target.path, bytes) : files.append(target.path, bytes);
      if (!fault) good.push(target);
      else {
        await call.complain(`${target.name}: ${FAULT_TEXT[fault]}`);
      }
    }
    paths = good;
  };
  await keep(new Uint8Array(), true);
  for (let bytes = await call.stdin.next(); bytes; bytes = await call.stdin.next()) {
    await keep(bytes, false);
    await call.stdout(bytes);
  }
};
