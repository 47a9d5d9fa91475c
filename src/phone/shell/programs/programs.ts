import { cat } from './cat.js';
import { echo } from './echo.js';
import type { Program } from '../program.js';

/** The shell's own programs, as far as they are no builtins. Source: toybox and mksh as Android has them. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>(Object.entries({ cat, echo }));
