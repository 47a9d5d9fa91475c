import { readFile } from 'node:fs/promises';
import type { CommandOutline } from './command-outline.js';

/** Name of the file that the build writes next to the program. */
export const HELP_FILE = 'help.json';

/**
 * Whether the arguments ask for help and nothing else: no arguments, or names of commands and then `--help`. With more than
 * that the commands themselves decide, as `--help` may be the value of an option.
 *
 * @param args what follows the program's name
 */
export function asksForHelpAlone(args: readonly string[]): boolean {
  const names = args.slice(0, -1);
  const last = args.at(-1) ?? '--help';
  return (last === '--help' || last === '-h') && names.every((name) => /^[a-z][a-z-]*$/.test(name));
}

/** The outline of the program that the build left in a file; none where the program runs from its sources. */
export async function readHelpFile(file: URL): Promise<CommandOutline | undefined> {
  try {
    // A file of our own, written by the build that wrote this program: nothing in it is checked again.
    return JSON.parse(await readFile(file, 'utf8')) as CommandOutline;
  } catch {
    return undefined;
  }
}
