import { resolve } from 'node:path';
import type { Command } from 'commander';
import { requireSameRun, resumeSession, watchedBy, type SessionControls } from '../../app/run/session.js';
import { indexRun, isOver, isVoidEnd, type RunIndex } from '../../formats/run/run-index.js';
import type { RunQueue } from '../../queue/run-queue.js';
import { askBeforeRun, NO_PREFLIGHT, NO_PREFLIGHT_HELP } from '../ask-before-run.js';
import { carryOut } from '../carry-out.js';
import { beforeRun } from '../before-run.js';
import { UserError } from '../../errors.js';
import type { CommandContext } from '../command-context.js';
import { isBeingWritten } from '../../formats/run/run-lock.js';
import { findRun } from '../../app/results/find-run.js';
import { finishRun } from '../finish-run.js';
import { addGateOptions, gateRequest } from '../gate/gate-options.js';
import { addNoSequentialOption } from '../gate/sequential-options.js';
import { prepareGate } from '../../app/gate/gate.js';
import { openingSignal } from '../../app/run/opening-signal.js';
import { outcomesToTell, progressPrinter } from '../output/progress.js';
import { prepareRun } from '../../app/run/prepare-run.js';
import { resolveSettings } from '../../app/settings/resolve-settings.js';
import { readRunRequest } from '../../app/run/run-settings-file.js';
import { fromHere } from '../../app/settings/from-here.js';
import { resumeCommand, type FlagWords } from '../../app/results/run-command.js';
import { SETTINGS, type SettingKey } from '../../app/settings/setting.js';
import { requireTrustedRun, TRUST_SETTINGS, withGiven } from '../../app/trust/trust-run.js';
import { queuedName } from '../../app/distribute/queue-note.js';
import { distributeRun, requireDivisible } from '../../app/distribute/distribute-run.js';
import type { RunSummary } from '../../engine/run.js';
import { addQueueOption, openQueue, queueAddress, queueNotes, queueWords } from '../queue/queue-options.js';
import { addSettings } from '../add-settings.js';
import { groupFlags } from '../help/flag-groups.js';
import { introduce } from '../introduce.js';

/** What may differ from session to session: it changes no item's score. */
const OPERATION = [
  'concurrency',
  'runSeconds',
  'outageSeconds',
  'maxTokens',
  'maxCost',
  'data',
  'files',
  'runs',
  'cache',
  'record',
  'replay',
  'prices',
] as const;

/** What the run began with and its folder names; given again, the user vouches for it, and it must be the same. */
const GIVEN_AGAIN = [
  'agentOptions',
  'passEnv',
  'provider',
  'baseUrl',
  'apiKeyVariable',
  'profile',
  'roleProfiles',
  'dialect',
  'roleDialects',
  'prompts',
  'plugins',
  'agent',
] as const;

const SETTINGS_OF_RESUME = [...OPERATION, ...GIVEN_AGAIN];

/** `touchstone resume RUN`: continues a run that was interrupted, killed, or out of budget. */
export function addResumeCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(
      program.command('resume'),
      'Go on with a run that was interrupted, killed, or ran out of budget.',
      ['touchstone resume 20260101-120000-tiny-random-1a2b', 'touchstone resume runs/nightly --retry-voided'],
    ),
    SETTINGS_OF_RESUME,
  );
  addQueueOption(addNoSequentialOption(addGateOptions(command)))
    .argument('<run>', `folder of the run, or its name below ${SETTINGS.runs.default}/`)
    .option(
      TRUST_SETTINGS,
      'use the command, modules, endpoint and variables that settings.json of a run from elsewhere names',
    )
    .option('--retry-voided', 'do items once more that a failure voided')
    .option(NO_PREFLIGHT, NO_PREFLIGHT_HELP)
    .option('--events', 'write every event as a JSON line on stderr')
    .option('--json', 'print one JSON document')
    .action((name: string, options: Record<string, unknown>) => resume(name, options, context));
  groupFlags(command);
}

async function resume(
  name: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted, killed } = context;
  const given = resolveSettings({ flags: options, environment, config: null });
  const runsFolder = resolve(workingDirectory, given.values.runs);
  const asked = gateRequest(options, { runsFolder, workingDirectory });
  const directory = findRun(name, runsFolder, workingDirectory);
  // A folder that is no run gets that error, not one about a missing file.
  const index = await indexRun(directory, { signal: interrupted });
  const { start, items } = index;
  const request = await readRunRequest(directory, interrupted);
  const flags = SETTINGS_OF_RESUME.filter((key) => given.origins[key] === 'flag');
  const changed = fromHere(
    Object.fromEntries(flags.map((key) => [key, given.values[key]])),
    workingDirectory,
  );
  const isTrusted = options['trustSettings'] === true;
  if (!isTrusted) await requireTrustedRun(request, changed, environment);
  const ofQueue = queueAddress(options, context);
  const again = [...flagWords(options, flags), ...(ofQueue === null ? [] : queueWords(ofQueue))];
  const opening = openingSignal(context);
  const kept = `The run is as it was; go on with: ${resumeCommand(directory, workingDirectory, again)}`;
  const settings = withGiven(request.settings, changed);
  const prepared = await beforeRun(
    () =>
      prepareRun(request.benchmark, settings, {
        workingDirectory: request.workingDirectory,
        environment,
        // A command of this call is searched from the user's folder, not the one recorded in the run.
        ...(changed.agentOptions === undefined ? {} : { agentFolder: workingDirectory }),
        recorded: start.identity,
        ...(ofQueue === null ? {} : { phones: 'none' }),
        goesOnIn: directory,
        signal: opening.signal,
      }),
    { context, kept },
  );
  if (prepared === null) return;
  await using benchmark = prepared.benchmark;
  const { identity } = prepared.configuration;
  const gate = await prepareGate(asked, { benchmark, identity }, { signal: interrupted });
  requireSameRun(prepared, index);
  const rule = asked.sequential ? (start.operation.sequential ?? null) : null;
  const watched = watchedBy(prepared, rule);
  const retryVoided = options['retryVoided'] === true && hasVoided(index);
  const isEnded = !retryVoided && isOver(index, { isWatched: rule !== null });
  if (ofQueue !== null) requireDivisible(watched);
  await using queue = ofQueue === null ? null : await openQueue(ofQueue, context);
  const isToDo = !isEnded && (items.size < start.planned || retryVoided);
  const preflight = isToDo ? await askBeforeRun(prepared, settings, options, { context, kept }) : [];
  if (preflight === null) return;
  opening.opened();
  if (ofQueue === null && isToDo) await requireNoWorkers(directory, context);
  if (isEnded) await sayOver(index, queue, context);
  const shown = { context, events: options['events'] === true };
  const tellsOutcomesUpTo = outcomesToTell(shown);
  const summary = await carryOut(
    (onEvent) => {
      const session = (controls: SessionControls): Promise<RunSummary> =>
        resumeSession(watched, { directory, retryVoided, preflight }, controls);
      const controls = { onEvent, tellsOutcomesUpTo, stop: interrupted, signal: killed };
      if (queue === null || isEnded) return session(controls);
      const { activeMs, costs } = index;
      const used = costs.get('main');
      const others = { queue, directory, retryVoided, activeMs, used, onNote: queueNotes(context) };
      return distributeRun(prepared, others, { controls, session });
    },
    { directory, again, context, verbose: options['verbose'] === true, show: progressPrinter(shown) },
  );
  if (summary === null) return;
  const json = options['json'] === true;
  await finishRun(summary, benchmark, { json, again, context, gate, keepsScores: isEnded });
}

function hasVoided({ items }: RunIndex): boolean {
  return [...items.values()].some(({ end }) => isVoidEnd(end));
}

/** A run that is at its end is as it was; a queue that was not told then is told now. */
async function sayOver(
  { directory, status }: RunIndex,
  queue: RunQueue | null,
  { stderr }: CommandContext,
): Promise<void> {
  const why = status === 'decided' ? 'its gate is decided' : 'all episodes are done';
  stderr.write(`nothing is left to do: ${why}\n`);
  const name = queue === null ? null : await queuedName(directory);
  if (name !== null) await queue?.remove(name);
}

/**
 * Of a run that a queue handed out, here without it: workers that are still at it would do the same items.
 *
 * @throws {UserError} where some are at work on this machine; of other machines it can only be noted
 */
async function requireNoWorkers(directory: string, { stderr }: CommandContext): Promise<void> {
  if ((await queuedName(directory)) === null) return;
  if ((await isBeingWritten(directory)) === true) {
    throw new UserError('workers are at this run, and would do the same items', {
      place: { file: directory },
      hint: 'Go on with --queue, so that they share what is left, or end them first.',
    });
  }
  stderr.write(
    'note: this run was handed out by a queue; workers that are still at it elsewhere would do the same items: with --queue they share them\n',
  );
}

/** The flags of this call, as they were typed: the next session needs them as this one did. */
function flagWords(
  options: Readonly<Record<string, unknown>>,
  keys: readonly SettingKey[],
): readonly FlagWords[] {
  const words = keys.flatMap((key): FlagWords[] => {
    // The folder is printed with its path.
    if (key === 'runs') return [];
    const [flag = ''] = SETTINGS[key].flag.split(' ');
    const value = options[key];
    return (Array.isArray(value) ? value : [value]).map((one) => [flag, String(one)] as const);
  });
  return options['trustSettings'] === true ? [...words, [TRUST_SETTINGS]] : words;
}
