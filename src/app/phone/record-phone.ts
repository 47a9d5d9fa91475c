import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../errors.js';
import { recordProxy, type RecordProxy, type RecordProxyOptions } from '../../phone/proxy/record-proxy.js';
import { CommandRun, type CommandEnd } from '../../phone/run/command-run.js';
import { phoneEnvironment } from '../../phone/run/phone-environment.js';
import { VERSION } from '../../version.js';
import { requireFolder } from '../settings/require-folder.js';

export type { RecordProxy } from '../../phone/proxy/record-proxy.js';

/**
 * Variables of the environment that a command gets besides its phone's. @throws {UserError} for a name that is missing
 * there
 */
export { childEnvironment as commandVariables } from '../../agents/process/child-environment.js';

/**
 * Begins a recording of a real phone in a folder that holds none.
 *
 * @throws {UserError} for a folder that holds one already or cannot be made, and where there is no phone
 */
export async function openRecording(options: Omit<RecordProxyOptions, 'touchstone'>): Promise<RecordProxy> {
  const { folder } = options;
  if (existsSync(join(folder, 'phone.jsonl'))) {
    throw new UserError(`${folder} holds a recording already`, {
      hint: 'Name another folder with --out.',
    });
  }
  await requireFolder(folder, '--out');
  return recordProxy({ ...options, touchstone: VERSION });
}

/** A command that is recorded, and what it is given. */
export interface RecordCommandOptions {
  readonly proxy: RecordProxy;
  /** Of the recording; the command's output is kept there. */
  readonly folder: string;
  /** Variables that it gets besides its phone's. */
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  /** Stops it. */
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

/**
 * Runs a command that is pointed at the proxy, to its end.
 *
 * @throws {UserError} when it cannot be started; a recording in which nothing happened is taken away
 */
export async function recordCommand(
  command: readonly [string, ...string[]],
  { proxy, folder, environment, workingDirectory, signal, onLine }: RecordCommandOptions,
): Promise<Exclude<CommandEnd, { readonly type: 'failed' }>> {
  const phone = { serial: proxy.serial, port: proxy.port, instruction: '', maxSteps: 0 };
  // There is no task whose instruction or limit it could get.
  const {
    TOUCHSTONE_INSTRUCTION: _,
    TOUCHSTONE_MAX_STEPS: __,
    ...variables
  } = phoneEnvironment(environment, phone);
  const run = new CommandRun(command, {
    environment: variables,
    folder: workingDirectory,
    output: join(folder, 'output.txt'),
    onLine,
  });
  const stop = (): void => void run.stop();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const end = await run.ended;
  signal.removeEventListener('abort', stop);
  if (end.type !== 'failed') return end;
  await proxy[Symbol.asyncDispose]();
  if (proxy.counts.commands === 0) await removeRecording(folder);
  throw new UserError(`${command[0]} cannot be started: ${end.error.message}`, {
    cause: end.error,
    hint: 'Name a program on the path after --.',
  });
}

/** Removes the files of a recording in which nothing happened, so that the folder can be named again. */
async function removeRecording(folder: string): Promise<void> {
  for (const name of ['phone.jsonl', 'output.txt']) await rm(join(folder, name), { force: true });
  // With anything in them, they are the user's.
  for (const empty of [join(folder, 'screens'), folder]) await rmdir(empty).catch(() => undefined);
}
