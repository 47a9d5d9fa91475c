import { createHash } from 'node:crypto';
import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

/** Prints a digest of each file, and its name. */
function digest(algorithm: string): Program {
  return async (call) => {
    const options = readOptions(call, 'b');
    for await (const { name, input } of openInputs(call, options.arguments)) {
      const hash = createHash(algorithm);
      for (let bytes = await input.next(); bytes; bytes = await input.next()) hash.update(bytes);
      await call.stdout(`${hash.digest('hex')}${options.has('b') ? '' : `  ${name}`}\n`);
    }
  };
}

export const md5sum = digest('md5');
export const sha1sum = digest('sha1');
export const sha256sum = digest('sha256');
