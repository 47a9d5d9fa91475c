import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { plural } from '../domain/text/plural.js';
import type { EngineListener } from '../engine/engine-event.js';
import { TouchstoneError } from '../errors.js';
import type { RunSummary } from '../engine/run.js';
import type { CommandContext } from './command-context.js';
import { exitCodeOf } from './exit-code.js';
import { resumeCommand, type FlagWords } from '../app/results/run-command.js';
import { printError } from './output/print-error.js';

/** By code of an error: what to do where the user named the wrong thing. It is part of what the run is: no session takes another. */
const MISTAKEN: Readonly<Record<string, string>> = {
  MODEL_NOT_FOUND:
    "Where the model's name is wrong, start again with the right --model: a run keeps to its model. Where the endpoint lacked it",
  AGENT_COMMAND:
    'Where the command is wrong, start again with the right one and another --run-id: a run keeps to its agent. Once the program is there and answers',
};

export interface CarryOutOptions {
  readonly directory: string;
  /** Flags that the next session needs as well. */
  readonly again: readonly FlagWords[];
  readonly context: CommandContext;
  readonly verbose: boolean;
  /** Shows what happens. */
  readonly show: EngineListener;
}

/**
 * Carries out a session of a run. An error that stops it once it has begun, such as a refused key, is printed with
 * where the run is and how to resume; then the summary is null and the exit code is set.
 *
 * @throws anything that kept it from beginning
 */
export async function carryOut(
  session: (onEvent: EngineListener) => Promise<RunSummary>,
  { directory, again, context, verbose, show }: CarryOutOptions,
): Promise<RunSummary | null> {
  const { stderr, workingDirectory } = context;
  let begun: { finished: number; readonly planned: number } | null = null;
  try {
    return await session((event) => {
      if (event.type === 'run-start') begun = { finished: event.finished, planned: event.planned };
      if (event.type === 'item-end' && begun !== null) begun.finished += 1;
      show(event);
    });
  } catch (error) {
    // Set by the events, which the compiler does not see.
    const counts = begun as { finished: number; readonly planned: number } | null;
    if (counts === null) throw error;
    const shown = relative(workingDirectory, directory) || directory;
    stderr.write('\n');
    printError(error, { verbose, stream: stderr });
    if (!existsSync(directory)) {
      stderr.write(`\nStopped: ${shown} is gone, and what was done with it. Start the run again.\n`);
      context.setExitCode(exitCodeOf(error));
      return null;
    }
    const goOn = resumeCommand(directory, workingDirectory, again);
    const mistaken = error instanceof TouchstoneError ? MISTAKEN[error.code] : undefined;
    stderr.write(
      `\nStopped: ${counts.finished} of ${plural(counts.planned, 'episode')} done; kept in ${shown}\n` +
        `${mistaken ?? 'Once that is repaired'}: ${goOn}\n`,
    );
    context.setExitCode(exitCodeOf(error));
    return null;
  }
}
