import { randomBytes } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { TRUST_SETTINGS } from '../../app/trust/trust-run.js';
import { environmentName } from '../../app/settings/setting.js';
import { resolveSettings } from '../../app/settings/resolve-settings.js';
import { parseNeeds } from '../../app/work/parse-needs.js';
import { workOnRuns, type WorkEvent, type WorkTally } from '../../app/work/work-on-runs.js';
import { LOOPBACK } from '../../app/hosts.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { journalPath } from '../../formats/run/run-folder.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { serveHealth, type ServedHealth } from '../../server/serve-health.js';
import type { RunQueue } from '../../queue/run-queue.js';
import { hostAndPort, urlHost } from '../listen-address.js';
import { addOwnQueueOption, openQueue, requireQueueAddress } from '../queue/queue-options.js';
import { serverToken } from '../serving/server-token.js';

const TOKEN = 'TOUCHSTONE_WORKER_TOKEN';

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
      'touchstone worker --queue redis://queue.example:6379 --health 9090',
    ]),
    ['runs'],
  );
  addOwnQueueOption(command)
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
    .option(
      '--health <address>',
      'answer /health/live, /health/ready and /metrics at [HOST:]PORT; metrics ask for a token but on loopback',
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
  const concurrency = number(options, 'concurrency', {
    least: 1,
    isWhole: true,
    hint: "Leave it out for the run's own number; a worker that is to take nothing is not started.",
  });
  const leaseMs =
    (number(options, 'lease', {
      least: SHORTEST_LEASE,
      hint: 'It is in seconds, 30 unless given: a shorter one loses items of a busy machine to others.',
    }) ?? 30) * 1000;
  const drainMs =
    (number(options, 'drain', {
      least: 0,
      hint: 'It is in seconds, 30 unless given; 0 gives back at once what is under way.',
    }) ?? 30) * 1000;
  const has = typeof options['has'] === 'string' ? parseNeeds(options['has']) : null;
  const healthAt = healthAddress(options['health'], environment);
  await using queue = await openQueue(requireQueueAddress(options, context), context);
  const json = options['json'] === true;
  const say = (event: WorkEvent): void => {
    if (json) context.stdout.write(`${JSON.stringify(event)}\n`);
    else context.stderr.write(`${words(event)}\n`);
  };
  if (!json) context.stderr.write(`worker ${name} takes items from ${queue.place}\n`);
  const runsFolder = resolve(workingDirectory, values.runs);
  const missing = await missingRuns(runsFolder);
  if (missing !== null) say({ type: 'note', message: missing });
  const tally: WorkTally = { done: 0, voided: 0, held: () => 0 };
  await using health = await openHealth(healthAt, { queue, runsFolder, tally });
  if (health !== null) {
    if (json) context.stdout.write(`${JSON.stringify({ type: 'health', address: health.address })}\n`);
    else context.stderr.write(`health and metrics: ${health.address}\n`);
  }
  const done = await workOnRuns({
    queue,
    runsFolder,
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
    tally,
  });
  if (!json) context.stderr.write(`worker ${name} ends: ${plural(done, 'item')} done\n`);
}

interface HealthParts {
  readonly queue: RunQueue;
  readonly runsFolder: string;
  readonly tally: WorkTally;
}

/** Where health is answered, and what its metrics ask for. */
interface HealthAddress {
  readonly host: string;
  readonly port: number;
  readonly token: string | null;
}

/** Null where the flag is not given. @throws {UserError} before anything is opened */
function healthAddress(flag: unknown, environment: CommandContext['environment']): HealthAddress | null {
  if (typeof flag !== 'string') return null;
  const { host, port } = hostAndPort(flag, '--health');
  return { host, port, token: LOOPBACK.has(host) ? null : serverToken(TOKEN, environment) };
}

async function openHealth(
  at: HealthAddress | null,
  { queue, runsFolder, tally }: HealthParts,
): Promise<(ServedHealth & { readonly address: string }) | null> {
  if (at === null) return null;
  const { host } = at;
  const served = await serveHealth({
    ...at,
    isReady: async () => {
      await access(runsFolder, constants.R_OK | constants.W_OK);
      // Of a run that there is not: one small question, which waits while the queue is gone.
      await queue.counts('');
      return true;
    },
    describe: (metrics) => {
      metrics.counters(
        {
          name: 'touchstone_worker_items_total',
          help: 'Items brought to their end, and of them voided ones apart.',
        },
        { label: 'end', values: ['done', 'void'] },
        () => ({ done: tally.done, void: tally.voided }),
      );
      metrics.gauge({ name: 'touchstone_worker_items_in_flight', help: 'Items that it has.' }, () =>
        tally.held(),
      );
    },
  });
  return Object.assign(served, { address: `http://${urlHost(host)}:${served.port}` });
}

/** What keeps a worker from every run of the folder just now; null where nothing does. @throws {UserError} for what is no folder */
async function missingRuns(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  const hint = `--runs, or ${environmentName('runs')}, names the folder of runs as this machine sees it`;
  if (found === null) return `there is no folder ${folder} yet, and it is looked for with each run; ${hint}`;
  if (!found.isDirectory()) throw new UserError(`${folder} is no folder of runs`, { hint: `${hint}.` });
  const isWritable = await access(folder, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? null : `${folder} cannot be read and written by this account; ${hint}`;
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
  {
    least,
    isWhole = false,
    hint,
  }: { readonly least: number; readonly isWhole?: boolean; readonly hint: string },
): number | null {
  const given = options[flag];
  if (given === undefined) return null;
  const value = Number(given);
  if (Number.isFinite(value) && value >= least && (!isWhole || Number.isInteger(value))) return value;
  const takes = `--${flag} takes ${isWhole ? 'a whole number' : 'a number'} from ${least}`;
  throw new UserError(`${takes}, got ${JSON.stringify(given)}`, { hint });
}
