import type { Input } from './input.js';
import type { Pipe } from './pipe.js';
import type { RunOptions, ShellSystem } from './program.js';
import type { Budget, ShellState } from './shell-state.js';
import type { Word } from './syntax/syntax-tree.js';
import type { Write } from './tool.js';

/** What a command reads from and writes to. */
export interface Streams {
  readonly input: Input;
  readonly output: Write;
  readonly errors: Write;
  /** The pipe behind `output`, if it is one. */
  readonly pipe: Pipe | null;
}

/** What all shells of one line have in common. */
export interface LineContext {
  readonly system: ShellSystem;
  readonly budget: Budget;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  /** Jobs in the background that the line waits for at its end. */
  readonly jobs: Set<Promise<unknown>>;
  /** Aborted when the phone is taken away: ends what runs on after its client is gone. */
  readonly power: AbortSignal;
}

/** One shell, as its builtins, redirections and programs see it. */
export interface Shell {
  readonly context: LineContext;
  readonly state: ShellState;
  /** The text that a word comes to. @throws {ShellFailure} */
  textOf(word: Word, streams: Streams): Promise<string>;
  /** Runs a text as if it stood here. @throws what ends the shell */
  runHere(text: string, streams: Streams): Promise<number>;
  /** Runs a text in a new shell, as `sh` does. */
  runShell(text: string, words: readonly string[], streams: Streams): Promise<number>;
  /** Runs a program or a script, never a builtin or function. */
  runProgram(words: readonly string[], streams: Streams): Promise<number>;
  /** Runs what another program calls, such as `xargs`. */
  runCalled(words: readonly string[], streams: Streams, options: RunOptions): Promise<number>;
  hasProgram(name: string): boolean;
  /** @throws any error of the jobs */
  waitForJobs(): Promise<void>;
}
