import type { Streams } from './shell.js';

/** In place of a line that was broken off. */
export const INTERRUPTION = Symbol('interruption');

/** What a prompt tells. */
export interface Prompt {
  /** Of the command before. */
  readonly status: number;
  /** Absolute. */
  readonly folder: string;
  /** The command so far is not whole. */
  readonly isContinued: boolean;
}

/** Where the commands of an interactive shell come from, and what they read and write. */
export interface LineSource {
  /** The next line with its end; null where nothing follows. After an interruption a command starts anew. */
  next(prompt: Prompt): Promise<string | null | typeof INTERRUPTION>;
  /** Runs a command to its end, or until the signal that it is given is aborted; gives its exit status. */
  run(command: (streams: Streams, signal: AbortSignal) => Promise<number>): Promise<number>;
}
