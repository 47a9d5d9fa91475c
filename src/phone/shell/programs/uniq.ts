import { linesOf } from './lines.js';
import { openInputs } from './open-inputs.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

/** Joins equal lines that follow each other. */
export const uniq: Program = async (call) => {
  const options = readOptions(call, 'cdui count=c repeated=d unique=u ignore-case=i');
  let last: string | null = null;
  let count = 0;
  const print = async (): Promise<void> => {
    if (last === null || (options.has('d') && count < 2) || (options.has('u') && count > 1)) return;
    await call.stdout(`${options.has('c') ? `${String(count).padStart(7)} ` : ''}${last}\n`);
  };
  const folded = (line: string): string => (options.has('i') ? line.toLowerCase() : line);
  for await (const { input } of openInputs(call, options.arguments.slice(0, 1))) {
    for await (const { lines } of linesOf(input)) {
      for (const line of lines) {
        if (last !== null && folded(last) === folded(line)) count += 1;
        else {
          await print();
          last = line;
          count = 1;
        }
      }
    }
  }
  await print();
};
