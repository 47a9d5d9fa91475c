import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { quoteWord } from '../../domain/quote-word.js';
import { resumeRun } from '../../engine/run.js';
import { indexRun } from '../../formats/run/run-index.js';
import { carryOut } from '../carry-out.js';
import { beforeRun } from '../before-run.js';
import type { CommandContext } from '../command-context.js';
import { findRun } from '../find-run.js';
import { finishRun } from '../finish-run.js';
import { addGateOptions, gateRequest } from '../gate/gate-options.js';
import { prepareGate } from '../gate/gate.js';
import { openingSignal } from '../opening-signal.js';
import { progressPrinter } from '../output/progress.js';
import { prepareRun } from '../prepare-run.js';
import { resolveSettings } from '../resolve-settings.js';
import { readRunRequest } from '../run-settings-file.js';
import { SETTINGS } from '../setting.js';
import { addSettings } from '../add-settings.js';
import { introduce } from '../introduce.js';

/** What may differ from session to session: it changes no item's score. */
const OPERATION = [
  'concurrency',
  'runSeconds',
  'maxTokens',
  'maxCost',
  'data',
  'runs',
  'cache',
  'record',
  'replay',
  'prices',
] as const;

/** Those of them that are relative to where the command is given, not to where the run was begun. */
const PATHS = ['data', 'cache', 'record', 'replay', 'prices'] as const;

/** `touchstone resume RUN`: goes on where a run was interrupted, killed, or out of budget. */
export function addResumeCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(
      program.command('resume'),
      'Go on with a run that was interrupted, killed, or ran out of budget.',
      ['touchstone resume 20260101-120000-tiny-random-1a2b', 'touchstone resume runs/nightly --retry-voided'],
    ),
    OPERATION,
  );
  addGateOptions(command)
    .argument('<run>', `folder of the run, or its name below ${SETTINGS.runs.default}/`)
    .option('--retry-voided', 'do items once more that a failure voided')
    .option('--events', 'write every event as a JSON line on stderr')
    .option('--json', 'print one JSON document')
    .action(async (name: string, options: Record<string, unknown>) => {
      const { workingDirectory, environment, interrupted, killed } = context;
      const given = resolveSettings({ flags: options, environment, config: null });
      const runsFolder = resolve(workingDirectory, given.values.runs);
      const asked = gateRequest(options, { runsFolder, workingDirectory });
      const directory = findRun(name, runsFolder, workingDirectory);
      // A folder that is no run is told so, not that some file of a run is missing.
      const { start } = await indexRun(directory, { signal: interrupted });
      const request = await readRunRequest(directory, interrupted);
      const changed = Object.fromEntries(
        OPERATION.filter((key) => given.origins[key] === 'flag').map((key) => [key, given.values[key]]),
      );
      for (const key of PATHS) {
        const path = changed[key];
        if (typeof path === 'string') changed[key] = resolve(workingDirectory, path);
      }
      const shown = relative(workingDirectory, directory) || directory;
      const opening = openingSignal(context);
      const prepared = await beforeRun(
        () =>
          prepareRun(
            request.benchmark,
            { ...request.settings, ...changed },
            {
              workingDirectory: request.workingDirectory,
              environment,
              recordedSteps: start.identity.limits.steps,
              signal: opening.signal,
            },
          ),
        { context, kept: `The run is as it was; go on with: touchstone resume ${quoteWord(shown)}` },
      );
      if (prepared === null) return;
      await using benchmark = prepared.benchmark;
      const { identity } = prepared.configuration;
      const gate = await prepareGate(asked, { benchmark, identity }, { signal: interrupted });
      const retryVoided = options['retryVoided'] === true;
      opening.opened();
      const summary = await carryOut(
        (onEvent) =>
          resumeRun({ ...prepared, directory, retryVoided, onEvent, stop: interrupted, signal: killed }),
        {
          directory,
          context,
          verbose: options['verbose'] === true,
          show: progressPrinter({ context, events: options['events'] === true }),
        },
      );
      if (summary === null) return;
      await finishRun(summary, benchmark, { json: options['json'] === true, context, gate });
    });
}
