import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { UserError } from '../../errors.js';
import { wholeNumber } from '../../domain/text/parse-option.js';
import { forkNote } from '../../app/fork/fork-words.js';
import { newFork } from '../../app/fork/fork-run.js';
import { prepareFork } from '../../app/fork/prepare-fork.js';
import { FORK_SESSION_SETTINGS, readChanges } from '../../app/fork/fork-changes.js';
import { findRun } from '../../app/results/find-run.js';
import type { FlagWords } from '../../app/results/run-command.js';
import { openingSignal } from '../../app/run/opening-signal.js';
import { requireFreeName } from '../../app/run/session.js';
import { fromHere } from '../../app/settings/from-here.js';
import { resolveSettings } from '../../app/settings/resolve-settings.js';
import { SETTINGS } from '../../app/settings/setting.js';
import { TRUST_SETTINGS } from '../../app/trust/trust-run.js';
import { addSettings } from '../add-settings.js';
import { askBeforeRun, NO_PREFLIGHT, NO_PREFLIGHT_HELP } from '../ask-before-run.js';
import { beforeRun } from '../before-run.js';
import { carryOut } from '../carry-out.js';
import type { CommandContext } from '../command-context.js';
import { finishRun } from '../finish-run.js';
import { groupFlags } from '../help/flag-groups.js';
import { introduce } from '../introduce.js';
import { outcomesToTell, progressPrinter } from '../output/progress.js';

/** What is left of a fork that Ctrl-C kept from beginning. */
const KEPT = 'Nothing of the fork is kept, and the run is as it was; start it again with the same command.';

const EXAMPLES = [
  'touchstone fork RUN --item TASK --step 4 --times 5      five futures from step 4 on, to see how sure they are',
  'touchstone fork RUN --item TASK --step 4 --set model=NAME --set temperature=0',
  'touchstone fork RUN --item TASK --step 4 --set prompt.turn=mine.txt',
  `touchstone fork RUN --item TASK --step 4 --set action='{"type":"key","key":"BACK"}'`,
];

/** `touchstone fork RUN`: goes on from a step of an episode once more, differently. */
export function addForkCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(
      program.command('fork'),
      'Go on from a step of a run with another model, prompt, dialect or action, as often as you like.',
      EXAMPLES,
    ),
    FORK_SESSION_SETTINGS,
  )
    .argument('<run>', `folder of the run, or its name below ${SETTINGS.runs.default}/; it is only read`)
    .option('--item <id>', 'task of the episode (default: the only one of the run)')
    .option('--repeat <n>', 'repeat of the task, from 1', '1')
    .option('--step <n>', 'first step that is to be another, from 1; those before it are taken over')
    .addOption(
      new Option(
        '--set <name=value>',
        'what is different: a setting of `touchstone run` (model, top-p, dialect, prompt.NAME, agent-option.NAME, …), or action as JSON; may be given several times',
      ).argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]),
    )
    .option('--times <n>', 'how many futures', '1')
    .option('--run-id <name>', 'name of the fork (default: time, benchmark and agent)')
    .option(TRUST_SETTINGS, 'use what settings.json of a run from elsewhere names')
    .option(NO_PREFLIGHT, NO_PREFLIGHT_HELP)
    .option('--events', 'write every event as a JSON line on stderr')
    .option('--json', 'print one JSON document')
    .action((name: string, options: Record<string, unknown>) => fork(name, options, context));
  groupFlags(command);
}

async function fork(
  name: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted, killed, stderr } = context;
  const given = resolveSettings({ flags: options, environment, config: null });
  const flags = FORK_SESSION_SETTINGS.filter((key) => given.origins[key] === 'flag');
  const runsFolder = resolve(workingDirectory, given.values.runs);
  const { item, set } = options;
  const run = typeof options['runId'] === 'string' ? options['runId'] : null;
  const request = {
    directory: findRun(name, runsFolder, workingDirectory),
    item: typeof item === 'string' ? item : null,
    repeat: fromOne(options['repeat'], '--repeat') - 1,
    step: fromOne(options['step'], '--step') - 1,
    set: readChanges((set ?? []) as readonly string[]),
    times: times(options['times']),
  };
  await requireFreeName(run, runsFolder);
  const opening = openingSignal(context);
  const opened = await beforeRun(
    () =>
      prepareFork(request, {
        workingDirectory,
        environment,
        session: fromHere(Object.fromEntries(flags.map((key) => [key, given.values[key]])), workingDirectory),
        isTrusted: options['trustSettings'] === true,
        onPhoneNote: (note) => void stderr.write(`note: ${note}\n`),
        signal: opening.signal,
      }),
    { context, kept: KEPT },
  );
  if (opened === null) return;
  const { prepared } = opened;
  await using benchmark = prepared.benchmark;
  const { settings } = opened.request;
  const preflight = await askBeforeRun(prepared, settings, options, { context, kept: KEPT });
  if (preflight === null) return;
  const { directory, unkept, start } = await newFork(opened, {
    run,
    runsFolder,
    environment,
    preflight,
  });
  const again: readonly FlagWords[] = unkept === null ? [] : [[TRUST_SETTINGS]];
  const notes = [forkNote(prepared.configuration.identity) ?? '', ...benchmark.warnings, ...prepared.notes];
  for (const note of notes) stderr.write(`note: ${note}\n`);
  opening.opened();
  const shown = { context, events: options['events'] === true };
  const tellsOutcomesUpTo = outcomesToTell(shown);
  const summary = await carryOut(
    (onEvent) => start({ onEvent, tellsOutcomesUpTo, stop: interrupted, signal: killed }),
    { directory, again, context, verbose: options['verbose'] === true, show: progressPrinter(shown) },
  );
  if (summary === null) return;
  await finishRun(summary, benchmark, { json: options['json'] === true, again, context, gate: null });
}

/** A count from 1. @throws {UserError} for anything else */
function fromOne(value: unknown, flag: string): number {
  if (value === undefined) {
    throw new UserError(`${flag} is missing`, { hint: `Steps count from 1: ${flag} 4, for example.` });
  }
  const number = wholeNumber(value, flag);
  if (number > 0) return number;
  throw new UserError(`${flag}: it counts from 1`, { hint: `Write ${flag} 1 for the first.` });
}

/** As many futures as a run may have repeats. @throws {UserError} */
function times(value: unknown): number {
  const parsed = SETTINGS.repeats.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UserError(`--times: ${JSON.stringify(value)} is no number of futures`, {
    hint: 'Write --times 5, for example.',
  });
}
