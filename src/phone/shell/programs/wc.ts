import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

/** Counts lines, words, bytes and characters. */
export const wc: Program = async (call) => {
  const options = readOptions(call, 'lwcm');
  const isPlain = !['l', 'w', 'c', 'm'].some((letter) => options.has(letter));
  const names = options.arguments;
  const total = [0, 0, 0, 0];
  const print = async (counts: readonly number[], name: string): Promise<void> => {
    const [lines = 0, words = 0, bytes = 0, characters = 0] = counts;
    const shown = [
      ...(isPlain || options.has('l') ? [lines] : []),
      ...(isPlain || options.has('w') ? [words] : []),
      ...(isPlain || options.has('c') ? [bytes] : []),
      ...(options.has('m') ? [characters] : []),
    ];
    await call.stdout(`${shown.join(' ')}${name === '-' && !names.length ? '' : ` ${name}`}\n`);
  };
  for await (const { name, input } of openInputs(call, names)) {
    const counts = [0, 0, 0, 0];
    let isInWord = false;
    for (let chunk = await input.next(); chunk; chunk = await input.next()) {
      counts[2]! += chunk.length;
      for (const byte of chunk) {
        if (byte === 10) counts[0]! += 1;
        // Continuation bytes begin no character.
        if ((byte & 0xc0) !== 0x80) counts[3]! += 1;
        const isBlank = byte === 32 || (byte >= 9 && byte <= 13);
        if (!isBlank && !isInWord) counts[1]! += 1;
        isInWord = !isBlank;
      }
    }
    for (const [index, count] of counts.entries()) total[index]! += count;
    await print(counts, name);
  }
  if (names.length > 1) await print(total, 'total');
};
