import { PatternError } from '../pattern/pattern-program.js';
import type { ToolCall } from './tool.js';

/**
 * What a program comes to: its exit status, 0–255, or a text to print before it ends well. Nothing: it ended well, unless it
 * complained of something.
 */
export type Answer = number | string | void;

/** Ends a program with a text on its errors. Never leaves the shell. */
export class Failure extends Error {
  readonly status: number;

  constructor(text: string, status = 1) {
    super(text);
    this.status = status;
  }
}

/** A failure whose text is said as the program's: `NAME: text`. */
export class Complaint extends Failure {}

/** Runs a program and gives its exit status. */
export async function statusOf(
  call: Pick<ToolCall, 'words' | 'stdout' | 'stderr'> & { readonly hasComplained?: boolean },
  run: () => Promise<Answer> | Answer,
): Promise<number> {
  try {
    const answer = await run();
    if (typeof answer === 'number') return answer;
    if (answer) await call.stdout(answer);
    return call.hasComplained ? 1 : 0;
  } catch (error) {
    if (!(error instanceof Failure || error instanceof PatternError)) throw error;
    const isWhole = error instanceof Failure && !(error instanceof Complaint);
    await call.stderr(isWhole ? error.message : `${call.words[0]}: ${error.message}\n`);
    return error instanceof Failure ? error.status : 1;
  }
}
