import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serve } from '@hono/node-server';
import type { UnitBox } from '../../domain/recordings/recorded-milestone.js';
import { HandRecorder } from '../../builder/record/hand-recorder.js';
import { recordApi } from '../../builder/record/record-api.js';
import { UserError } from '../../errors.js';
import { LOOPBACK } from '../../http/loopback.js';
import { RECORDING_FILE } from '../../formats/recording/recording-writer.js';
import { VERSION } from '../../version.js';
import type { AppContext } from '../app-context.js';
import { requireFolder } from '../settings/require-folder.js';
import type { Settings } from '../settings/setting.js';
import { openRecordedPhone, type RecordedPhoneChoice } from './open-recorded-phone.js';

/** What is recorded, where it goes, and where the page is. */
export interface StartRecordingOptions {
  readonly phone: RecordedPhoneChoice;
  /** Folder of the recording; must hold none. */
  readonly out: string;
  /** Replaces the task's. */
  readonly instruction: string | null;
  /** Areas that are masked from the first screen on. */
  readonly masks: readonly UnitBox[];
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** What callers must show; null on loopback. */
  readonly token: string | null;
  readonly workingDirectory: string;
  /** Variables: where the adb server is, and the user's folder. */
  readonly environment: AppContext['environment'];
  readonly signal: AbortSignal;
}

/** A recording under way. Disposing keeps what was recorded. */
export interface StartedRecording extends AsyncDisposable {
  readonly recorder: HandRecorder;
  readonly folder: string;
  readonly port: number;
  /** Resolves once the person has ended it. */
  readonly ended: Promise<void>;
}

/**
 * Brings up a phone, and serves the page on which a person operates it while it is recorded.
 *
 * @throws {UserError} for a folder that holds a recording, a task that there is not, and a port that is taken
 */
export async function startRecording(
  settings: Settings,
  options: StartRecordingOptions,
): Promise<StartedRecording> {
  const { workingDirectory, environment, signal, host, token } = options;
  const folder = resolve(workingDirectory, options.out);
  if (existsSync(join(folder, RECORDING_FILE))) {
    throw new UserError(`${folder} holds a recording already`, { hint: 'Name another folder with --out.' });
  }
  await requireFolder(folder, '--out');
  const phone = await openRecordedPhone(options.phone, settings, { workingDirectory, environment, signal });
  const opened: AsyncDisposable[] = [phone];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
  };
  try {
    const recorder = await HandRecorder.begin({
      environment: phone.environment,
      start: { task: phone.task, repeat: 0, seed: settings.seed },
      folder,
      header: {
        touchstone: VERSION,
        environment: phone.identity,
        task: phone.isOfSuite ? phone.task : null,
        language: phone.language,
        instruction: options.instruction ?? phone.instruction,
        masks: [...options.masks],
      },
      signal,
    });
    opened.push(recorder);
    let onEnd = (): void => {};
    const ended = new Promise<void>((done) => (onEnd = done));
    const api = recordApi(recorder, { token, hosts: token === null ? LOOPBACK : null, onEnd: () => onEnd() });
    const server = serve({ fetch: api.fetch, hostname: host, port: options.port });
    opened.push({
      [Symbol.asyncDispose]: async () => {
        server.close();
        if ('closeAllConnections' in server) server.closeAllConnections();
      },
    });
    await once(server, 'listening').catch((cause: unknown) => {
      throw new UserError(`port ${options.port} of ${host} cannot be listened on`, {
        cause,
        hint: 'Name another with --port, or 0 for any free one.',
      });
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : options.port;
    return { recorder, folder, port, ended, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
