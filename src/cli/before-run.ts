import type { CommandContext } from './command-context.js';
import { EXIT } from './exit-code.js';

/**
 * Gets a run ready. Ctrl-C meanwhile is no error: it prints what is kept, sets the exit code and returns null.
 *
 * @param kept what is kept of the run so far and how to continue, a whole sentence
 * @throws anything else that keeps it from beginning
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

/** The reason itself, or the error that reading a file gives when it is aborted. */
function isAbort(error: unknown, reason: unknown): boolean {
  if (error === reason) return true;
  return error instanceof Error && (error.name === 'AbortError' || error.cause === reason);
}
