import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { TRUST_SETTINGS } from '../../app/trust/trust-run.js';
import { resolveSettings } from '../../app/settings/resolve-settings.js';
import { parseNeeds } from '../../app/work/parse-needs.js';
import { workOnRuns, type WorkEvent } from '../../app/work/work-on-runs.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { journalPath } from '../../formats/run/run-folder.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { addQueueOption, openQueue, requireQueueAddress } from '../queue/queue-options.js';

/** The writer that plans a run and scores it. */
const MAIN = 'main';
/** Shortest lease in seconds: less, and a busy machine loses what it does. */
const SHORTEST_LEASE = 1;

/** `touchstone worker`: takes items of distributed runs from a queue and does them. */
export function addWorkerCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(program.command('worker'), 'Take items of runs from a queue and do them, until told to stop.', [
      'touchstone worker --queue redis://queue.example:6379',
      'touchstone worker --queue redis://queue.example:6379 --runs /mnt/runs --concurrency 8',
      'touchstone worker --queue redis://queue.example:6379 --has pictures --once',
    ]),
    ['runs'],
  );
  addQueueOption(command)
    .option('--concurrency <n>', "items at a time (default: the run's own number)")
    .option(
      '--has <list>',
      'what this machine has, of device, pictures, gpu (default: all that a run may need)',
    )
    .option(
      '--name <name>',
      'name of this worker and its journals (default: host, process and random letters)',
    )
    .option('--once', 'end when no run has an item left for it')
    .addOption(
      new Option('--lease <seconds>', 'how long an item stays with a worker that is not heard of').default(
        '30',
      ),
    )
    .addOption(
      new Option('--drain <seconds>', 'how long items under way are gone on with when told to stop').default(
        '30',
      ),
    )
    .option(
      TRUST_SETTINGS,
      'use the commands, modules, endpoints and variables that runs from elsewhere name',
    )
    .option('--json', 'print one JSON line for each thing that happens')
    .action((options: Record<string, unknown>) => work(options, context));
}

async function work(options: Readonly<Record<string, unknown>>, context: CommandContext): Promise<void> {
  const { environment, workingDirectory, interrupted, killed } = context;
  const { values } = resolveSettings({ flags: { runs: options['runs'] }, environment, config: null });
  const name = typeof options['name'] === 'string' ? options['name'] : ownName();
  journalPath('', name);
  if (name === MAIN) {
    throw new UserError(`--name ${MAIN}: that is the name of whoever coordinates a run`, {
      hint: 'Give the worker another one, or none.',
    });
  }
  const concurrency = number(options, 'concurrency', { least: 1, isWhole: true });
  const leaseMs = (number(options, 'lease', { least: SHORTEST_LEASE }) ?? 30) * 1000;
  const drainMs = (number(options, 'drain', { least: 0 }) ?? 30) * 1000;
  const has = typeof options['has'] === 'string' ? parseNeeds(options['has']) : null;
  await using queue = await openQueue(requireQueueAddress(options, context), context);
  const json = options['json'] === true;
  const say = (event: WorkEvent): void => {
    if (json) context.stdout.write(`${JSON.stringify(event)}\n`);
    else context.stderr.write(`${words(event)}\n`);
  };
  if (!json) context.stderr.write(`worker ${name} takes items from ${queue.place}\n`);
  const done = await workOnRuns({
    queue,
    runsFolder: resolve(workingDirectory, values.runs),
    environment,
    name,
    concurrency,
    has,
    once: options['once'] === true,
    trustsSettings: options['trustSettings'] === true,
    leaseMs,
    drainMs,
    interrupted,
    killed,
    onWork: say,
  });
  if (!json) context.stderr.write(`worker ${name} ends: ${plural(done, 'item')} done\n`);
}

function words(event: WorkEvent): string {
  switch (event.type) {
    case 'run-join':
      return `joins ${event.run}`;
    case 'run-leave':
      return `leaves ${event.run}: ${plural(event.items, 'item')} done`;
    case 'run-refuse':
      return `does not do ${event.run}: ${event.reason}`;
    case 'run-fail':
      return `cannot do ${event.run} just now, and tries again: ${event.reason}`;
    case 'note':
      return `note: ${event.message}`;
    default:
      return event satisfies never;
  }
}

/** A name that no other worker has, as the name of a journal. */
function ownName(): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 32);
  return `${host === '' ? 'worker' : host}-${process.pid}-${randomBytes(3).toString('hex')}`;
}

/** Null where the flag is not given. @throws {UserError} */
function number(
  options: Readonly<Record<string, unknown>>,
  flag: string,
  { least, isWhole = false }: { readonly least: number; readonly isWhole?: boolean },
): number | null {
  const given = options[flag];
  if (given === undefined) return null;
  const value = Number(given);
  if (Number.isFinite(value) && value >= least && (!isWhole || Number.isInteger(value))) return value;
  throw new UserError(`--${flag} takes ${isWhole ? 'a whole number' : 'a number'} from ${least}`);
}
