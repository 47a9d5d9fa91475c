import type { Command } from 'commander';
import { UserError } from '../../errors.js';
import { plural } from '../../domain/text/plural.js';
import { textColumns } from '../../metrics/tables/columns.js';
import { HEARD_MS } from '../../app/distribute/open-queue.js';
import type { QueuedRunStatus, QueueStatus, RunQueue } from '../../queue/run-queue.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { formatDuration } from '../output/format-duration.js';
import { printTables } from '../output/print-tables.js';
import {
  addOwnQueueOption,
  openQueue,
  requireQueueAddress,
  type QueueAddress,
} from '../queue/queue-options.js';
import { saidEnded } from '../queue/say-ended.js';

/** `touchstone queue`: the runs that wait for workers, and the workers. */
export function addQueueCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('queue'),
    'Look at the queue of distributed runs; pause a run, go on, hand out again what was left too often.',
    [
      'touchstone queue status redis://queue.example:6379',
      'touchstone queue pause redis://queue.example:6379 nightly',
      'touchstone queue retry redis://queue.example:6379 nightly',
    ],
  );
  const sub = (name: string, says: string, example: string, act: Act): void => {
    addOwnQueueOption(introduce(command.command(name), says, [example]))
      .argument('[url-or-run]', 'the queue, unless --queue or TOUCHSTONE_QUEUE names it; or the run')
      .argument('[run]', 'the run; all of them where none is named')
      .option('--json', 'print one JSON document')
      .action(
        async (first: string | undefined, second: string | undefined, options: Record<string, unknown>) => {
          const { address, run } = named(first, second, options, context);
          await using queue = await openQueue(address, context);
          await act({ queue, run, json: options['json'] === true, context });
        },
      );
  };
  sub(
    'status',
    'Show runs with their items, and workers.',
    'touchstone queue status --queue redis://queue.example',
    showStatus,
  );
  sub(
    'pause',
    'Hand out no further item of a run.',
    'touchstone queue pause --queue redis://queue.example nightly',
    pause,
  );
  sub(
    'resume',
    'Hand out items of a run again.',
    'touchstone queue resume --queue redis://queue.example nightly',
    goOn,
  );
  sub(
    'retry',
    'Hand out again what too many workers left, and let workers try that refused.',
    'touchstone queue retry --queue redis://queue.example nightly',
    retry,
  );
  sub(
    'remove',
    'Forget a run that nobody coordinates: what was done stays in its folder.',
    'touchstone queue remove --queue redis://queue.example nightly',
    remove,
  );
}

interface Asked {
  readonly queue: RunQueue;
  readonly run: string | null;
  readonly json: boolean;
  readonly context: CommandContext;
}
type Act = (asked: Asked) => Promise<void>;

function named(
  first: string | undefined,
  second: string | undefined,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): { readonly address: QueueAddress; readonly run: string | null } {
  const isUrl = first !== undefined && /^[a-z]+:\/\//i.test(first);
  if (isUrl) return { address: { url: first }, run: second ?? null };
  if (second !== undefined) {
    throw new UserError('only one run can be named at a time', {
      hint: 'Name the queue first, as redis://HOST:PORT, then the run; without a run all are meant.',
    });
  }
  return { address: requireQueueAddress(options, context), run: first ?? null };
}

/** @throws {UserError} for a run that the queue does not know */
async function chosen({ queue, run }: Asked): Promise<readonly QueuedRunStatus[]> {
  const runs = await queue.runs();
  if (run === null) return runs;
  const exact = runs.filter((one) => one.run === run);
  const found = exact.length > 0 ? exact : runs.filter((one) => one.folder === run);
  if (found.length === 1) return found;
  if (found.length > 1) {
    throw new UserError(`the queue has ${found.length} runs of the name ${run}`, {
      hint: `Name one as ${found.map((one) => one.run).join(' or ')}.`,
    });
  }
  const has = runs.length === 0 ? 'It has none at all' : `It has ${runs.map((one) => one.folder).join(', ')}`;
  throw new UserError(`the queue has no run ${run}: it has ended, or is not known there`, {
    hint: `${has}. Results are in the folder of a run: \`touchstone list runs\`.`,
  });
}

async function showStatus(asked: Asked): Promise<void> {
  const { queue, run, json, context } = asked;
  const all = await queue.status();
  const isGone = run !== null && !all.runs.some((one) => one.run === run || one.folder === run);
  if (isGone && (await saidEnded(run, { status: all, json, context }))) return;
  const status = { ...all, runs: await chosen(asked) };
  if (json) context.stdout.write(`${JSON.stringify(status, null, 2)}\n`);
  else printTables(tablesOf(status), { json, context });
}

function tablesOf({ runs, workers, place }: QueueStatus) {
  const cells = (texts: readonly string[]) => texts.map((text) => ({ text }));
  return [
    {
      id: 'runs',
      title: `Runs at ${place}`,
      columns: textColumns(
        'run',
        'state',
        'items',
        'done',
        'active',
        'waiting',
        'failed',
        'needs',
        'coordinator heard of',
      ),
      rows: runs.map(({ run, state, planned, done, counts, needs, coordinatorMsAgo }) =>
        cells(
          [
            run,
            state.replace('_', ' '),
            planned,
            done,
            counts.active,
            counts.waiting,
            counts.failed,
            needs.join(', '),
            coordinatorMsAgo === null ? 'none' : `${formatDuration(coordinatorMsAgo)} ago`,
          ].map(String),
        ),
      ),
      notes:
        runs.length === 0
          ? ['There is none: begin one with `touchstone run BENCHMARK --queue URL`.']
          : runs.flatMap(runNotes),
    },
    {
      id: 'workers',
      title: 'Workers',
      columns: textColumns('worker', 'host', 'process', 'run', 'items', 'heard of'),
      rows: workers.map(({ name, host, pid, run, items, heardMsAgo }) =>
        cells([name, host, String(pid), run ?? '', String(items), `${formatDuration(heardMsAgo)} ago`]),
      ),
      notes: workers.length === 0 ? ['There is none: start some with `touchstone worker --queue URL`.'] : [],
    },
  ];
}

/** Who does not do a run, or could not, and what it was stopped by. */
function runNotes({ run, refused, foreign, stoppedBy }: QueuedRunStatus): readonly string[] {
  const left = refused.map(({ worker, reason, trouble }) => {
    const does = trouble === undefined ? 'does not do it' : 'could not do it, and tries again';
    return `${run}: worker ${worker} ${does}: ${reason}`;
  });
  if (foreign !== undefined) left.unshift(`${run}: ${foreign}`);
  if (stoppedBy === null) return left;
  return [...left, `${run}: stopped by what worker ${stoppedBy.worker} met: ${stoppedBy.failure.message}`];
}

async function pause(asked: Asked): Promise<void> {
  await each(asked, async (queue, { run }) => {
    await queue.setState(run, 'paused');
    return `${run} is paused: what is under way is finished, and nothing more handed out`;
  });
}

async function goOn(asked: Asked): Promise<void> {
  await each(asked, async (queue, { run }) => {
    await queue.setState(run, 'open');
    return `${run} is handed out again`;
  });
}

async function retry(asked: Asked): Promise<void> {
  await each(asked, async (queue, { run }) => {
    const items = await queue.retry(run);
    return `${run}: ${plural(items, 'item')} handed out again`;
  });
}

async function remove(asked: Asked): Promise<void> {
  if (asked.run === null) throw new UserError('no run is named', { hint: 'Name the run to forget.' });
  const { workers } = await asked.queue.status();
  await each(asked, async (queue, status) => {
    requireUnused(status, workers);
    await queue.remove(status.run);
    return `${status.run} is forgotten`;
  });
}

/** @throws {UserError} where somebody coordinates the run, or does an item of it: the queue would be filled with it again */
function requireUnused({ run, coordinatorMsAgo }: QueuedRunStatus, workers: QueueStatus['workers']): void {
  if (coordinatorMsAgo !== null && coordinatorMsAgo < HEARD_MS) {
    throw new UserError(`somebody coordinates the run ${run}`, {
      hint: 'End its `touchstone run` or `touchstone resume` first: Ctrl-C, or SIGTERM. One that was killed is forgotten in 10 s.',
    });
  }
  const at = workers.find((one) => one.run === run && one.items > 0 && one.heardMsAgo < HEARD_MS);
  if (at === undefined) return;
  throw new UserError(`worker ${at.name} has ${plural(at.items, 'item')} of the run ${run}`, {
    hint: 'Pause it with `touchstone queue pause` and wait until no item is active, or end the worker.',
  });
}

async function each(
  asked: Asked,
  act: (queue: RunQueue, run: QueuedRunStatus) => Promise<string>,
): Promise<void> {
  const { queue, json, context } = asked;
  const said: string[] = [];
  const runs = await chosen(asked);
  for (const run of runs) said.push(await act(queue, run));
  if (json) context.stdout.write(`${JSON.stringify({ runs: await queue.runs() }, null, 2)}\n`);
  else for (const line of said) context.stdout.write(`${line}\n`);
}
