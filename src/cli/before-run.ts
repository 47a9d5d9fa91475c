import type { CommandContext } from './command-context.js';
import { EXIT } from './exit-code.js';

/**
 * Gets a run ready. Ctrl-C meanwhile is no error: what is kept is said, the exit code set, and there is nothing (null).
 *
 * @param kept what there is of the run so far and how to go on, a whole sentence
 * @throws whatever else keeps it from beginning
 */
export async function beforeRun<T>(
  prepare: () => Promise<T>,
  { context, kept }: { readonly context: CommandContext; readonly kept: string },
): Promise<T | null> {
  const { interrupted, stderr } = context;
  try {
    return await prepare();
  } catch (error) {
    if (!interrupted.aborted || !isAbort(error, interrupted.reason)) throw error;
    stderr.write(`\nInterrupted before the first step. ${kept}\n`);
    context.setExitCode(EXIT.interrupted);
    return null;
  }
}

/** The reason itself, or the error that reading a file gives when it is told to stop. */
function isAbort(error: unknown, reason: unknown): boolean {
  if (error === reason) return true;
  return error instanceof Error && (error.name === 'AbortError' || error.cause === reason);
}
