import { relative, resolve } from 'node:path';
import { endedRun } from '../../app/distribute/ended-run.js';
import { resumeCommand, runCommand } from '../../app/results/run-command.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { plural } from '../../domain/text/plural.js';
import type { QueueStatus } from '../../queue/run-queue.js';
import type { CommandContext } from '../command-context.js';

export interface SayEndedOptions {
  readonly status: QueueStatus;
  readonly json: boolean;
  readonly context: CommandContext;
}

/** Says what became of a run that the queue has not any more, and where its results are; false where it is not to be found here. */
export async function saidEnded(run: string, { status, json, context }: SayEndedOptions): Promise<boolean> {
  const { workingDirectory, interrupted: signal, stdout } = context;
  const { values } = await loadSettings({}, context, []);
  const ended = await endedRun(run, { runsFolder: resolve(workingDirectory, values.runs), signal });
  if (ended === null) return false;
  if (json) {
    stdout.write(`${JSON.stringify({ ...status, runs: [], ended }, null, 2)}\n`);
    return true;
  }
  const { directory, finished, planned } = ended;
  const done = `${finished} of ${plural(planned, 'episode')} done; kept in ${relative(workingDirectory, directory) || directory}`;
  const isOver = ended.status === 'complete';
  stdout.write(
    isOver
      ? `${ended.run} has ended: ${done}\nNext: ${runCommand('report', directory, workingDirectory)}\n`
      : `${ended.run} is not in the queue, and did not come to its end: ${done}\n` +
          `Go on with: ${resumeCommand(directory, workingDirectory)} --queue URL\n`,
  );
  return true;
}
