import { openInputs } from './open-inputs.js';
import type { Program } from '../program.js';

/** Prints files, or what comes in. */
export const cat: Program = async (call) => {
  const paths = call.words.slice(1).filter((word) => word === '-' || !word.startsWith('-'));
  for await (const { input } of openInputs(call, paths)) {
    for (let bytes = await input.next(); bytes; bytes = await input.next()) await call.stdout(bytes);
  }
};
