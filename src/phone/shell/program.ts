import type { PhoneClock } from '../device/phone-controls.js';
import type { VirtualFiles } from '../files/virtual-files.js';
import type { Answer } from './answer.js';
import type { Input } from './input.js';
import type { ProcessTable } from '../processes/process-table.js';
import type { FindTool, ToolCall } from './tool.js';

/**
 * Called for every command before it runs, with the one that ran before it in the same shell, so that what follows from
 * both is the same at any pace of others.
 */
export type OnCommand = (words: readonly string[], before: readonly string[]) => Promise<void> | undefined;

/** What the shell's own programs work on. */
export interface ShellSystem {
  readonly files: VirtualFiles;
  readonly clock: PhoneClock;
  readonly processes: ProcessTable;
  /** Programs that the phone has besides the shell's own. */
  readonly find: FindTool;
  readonly onUnknown: (name: string) => void;
  readonly onCommand: OnCommand | null;
}

/** A call of one of the shell's own programs. */
export interface ProgramCall extends ToolCall {
  readonly stdin: Input;
  readonly system: ShellSystem;
  /** Whether it has. */
  readonly hasComplained: boolean;
  /** Prints an error as the program, which continues and ends with 1 where it gives no other status. */
  complain(text: string): Promise<void>;
  /** The program becomes the one that it calls next, which has its own number. */
  giveWay(): void;
  /** Calls another program, within the limits of the line that called this one. */
  readonly run: (words: readonly string[], options?: RunOptions) => Promise<number>;
}

export interface RunOptions {
  readonly stdin?: Input;
  /** In place of those of the call. */
  readonly variables?: ReadonlyMap<string, string>;
  readonly signal?: AbortSignal;
  /** It goes on when the client is gone; whoever called it does not wait for it then. */
  readonly outlives?: true;
}

/** A program of the shell's own. */
export type Program = (call: ProgramCall) => Promise<Answer> | Answer;
