import { resolve } from 'node:path';
import { newSession, requireFreeName, watchedBy } from '../app/run/session.js';
import { distributeRun, requireDivisible } from '../app/distribute/distribute-run.js';
import { openQueue, queueAddress, queueNotes, queueWords } from './queue/queue-options.js';
import { askBeforeRun } from './ask-before-run.js';
import { beforeRun } from './before-run.js';
import { carryOut } from './carry-out.js';
import type { CommandContext } from './command-context.js';
import { finishRun } from './finish-run.js';
import { gateRequest } from './gate/gate-options.js';
import { asksSequential } from './gate/sequential-options.js';
import { prepareGate } from '../app/gate/gate.js';
import { openingSignal } from '../app/run/opening-signal.js';
import { outcomesToTell, progressPrinter } from './output/progress.js';
import { prepareRun } from '../app/run/prepare-run.js';
import type { FlagWords } from '../app/results/run-command.js';
import { TRUST_SETTINGS } from '../app/trust/trust-run.js';
import type { SettingOrigins, Settings } from '../app/settings/setting.js';

/** What is left of a run that Ctrl-C kept from beginning. */
const KEPT = 'Nothing of the run is kept; start it again with the same command.';

/**
 * A new run from its settings to its printed result: plans, runs, scores, prints, sets the exit code.
 *
 * @param options where the settings are from, and flags of the command: `runId`, `preflight`, `events`, `json`, `verbose`, `showOutput` and those of the gate
 * @throws {UserError | DatasetError} for anything that keeps it from beginning
 */
export async function beginRun(
  benchmarkName: string,
  settings: Settings,
  { origins, ...options }: Readonly<Record<string, unknown>> & { readonly origins?: SettingOrigins },
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted, killed } = context;
  const runsFolder = resolve(workingDirectory, settings.runs);
  const request = gateRequest(options, { runsFolder, workingDirectory });
  const isSequential = asksSequential(options);
  const run = typeof options['runId'] === 'string' ? options['runId'] : null;
  await requireFreeName(run, runsFolder);
  const opening = openingSignal(context);
  const address = queueAddress(options, context);
  const prepared = await beforeRun(
    () =>
      prepareRun(benchmarkName, settings, {
        workingDirectory,
        environment,
        ...(origins === undefined ? {} : { origins }),
        ...(options['showOutput'] === true
          ? { onAgentLine: (line: string) => void context.stderr.write(`  ${line}\n`) }
          : {}),
        onPhoneNote: (note) => void context.stderr.write(`note: ${note}\n`),
        ...(address === null ? {} : { phones: 'none' }),
        signal: opening.signal,
      }),
    { context, kept: KEPT },
  );
  if (prepared === null) return;
  await using benchmark = prepared.benchmark;
  const { identity } = prepared.configuration;
  const gate = await prepareGate(request, { benchmark, identity }, { signal: interrupted });
  const rule = isSequential && gate !== null ? await gate.sequentialRule() : null;
  if (address !== null) requireDivisible(watchedBy(prepared, rule));
  await using queue = address === null ? null : await openQueue(address, context);
  const preflight = await askBeforeRun(prepared, settings, options, { context, kept: KEPT });
  if (preflight === null) return;
  const { directory, unkept, start } = await newSession(watchedBy(prepared, rule), {
    run,
    runsFolder,
    request: { benchmark: benchmarkName, workingDirectory, settings },
    environment,
    preflight,
  });
  if (unkept !== null) {
    context.stderr.write(
      `note: ${unkept.message}; so this run will not be known as yours, and resuming it takes ${TRUST_SETTINGS} (docs/trust.md)\n`,
    );
  }
  const again: readonly FlagWords[] = [
    ...(unkept === null ? [] : [[TRUST_SETTINGS] as const]),
    ...(address === null ? [] : queueWords(address)),
  ];
  for (const warning of [...benchmark.warnings, ...prepared.notes])
    context.stderr.write(`note: ${warning}\n`);
  opening.opened();
  const shown = { context, events: options['events'] === true };
  const tellsOutcomesUpTo = outcomesToTell(shown);
  const summary = await carryOut(
    (onEvent) => {
      const controls = { onEvent, tellsOutcomesUpTo, stop: interrupted, signal: killed };
      if (queue === null) return start(controls);
      return distributeRun(
        prepared,
        { queue, directory, retryVoided: false, activeMs: 0, onNote: queueNotes(context) },
        { controls, session: start },
      );
    },
    {
      directory,
      again,
      context,
      verbose: options['verbose'] === true,
      show: progressPrinter(shown),
    },
  );
  if (summary === null) return;
  await finishRun(summary, benchmark, { json: options['json'] === true, again, context, gate });
}
