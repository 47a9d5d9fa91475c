import type { Command } from 'commander';
import type { FlagWords } from '../../app/results/run-command.js';
import { openRunQueue } from '../../app/distribute/open-queue.js';
import { UserError } from '../../errors.js';
import type { RunQueue } from '../../queue/run-queue.js';
import type { CommandContext } from '../command-context.js';

/** The variable that names the queue where no flag does, for workers and `queue`. */
const QUEUE_VARIABLE = 'TOUCHSTONE_QUEUE';
/** The variable with its password, which then is in no list of processes. */
const PASSWORD_VARIABLE = 'TOUCHSTONE_QUEUE_PASSWORD';

/** Where a queue is, as the user named it: it may hold a password. */
export interface QueueAddress {
  readonly url: string;
}

/** For a command that has workers do a run where a queue is named; no variable asks for that. */
export function addQueueOption(command: Command): Command {
  return command.option(
    '--queue <url>',
    'have workers do it: redis://HOST:PORT[/DB] of the queue that they take items from',
  );
}

/** For a command that is of no use without a queue. */
export function addOwnQueueOption(command: Command): Command {
  return command.option(
    '--queue <url>',
    `the queue: redis://HOST:PORT[/DB] (default: ${QUEUE_VARIABLE}; its password: ${PASSWORD_VARIABLE})`,
  );
}

/** Null where no queue is named. */
export function queueAddress(
  options: Readonly<Record<string, unknown>>,
  _context: CommandContext,
): QueueAddress | null {
  const url = options['queue'];
  return typeof url === 'string' ? { url } : null;
}

/** @throws {UserError} where neither flag nor variable names a queue */
export function requireQueueAddress(
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): QueueAddress {
  const url = queueAddress(options, context)?.url ?? context.environment[QUEUE_VARIABLE];
  if (url !== undefined && url !== '') return { url };
  throw new UserError('no queue is named', {
    hint: `Name it with --queue redis://HOST:PORT or ${QUEUE_VARIABLE}.`,
  });
}

/** As it is written into a command that the user may repeat: without a password. */
export function queueWords({ url }: QueueAddress): readonly FlagWords[] {
  if (!URL.canParse(url)) return [];
  const plain = new URL(url);
  plain.password = '';
  return [['--queue', plain.href]];
}

/** @throws {QueueError} */
export function openQueue({ url }: QueueAddress, context: CommandContext): Promise<RunQueue> {
  return openRunQueue(url, {
    password: context.environment[PASSWORD_VARIABLE],
    onNote: queueNotes(context),
    signal: context.interrupted,
  });
}

/** Tells what the queue has to say. */
export function queueNotes({ stderr }: CommandContext): (note: string) => void {
  return (note) => void stderr.write(`note: ${note}\n`);
}
