import { spawn } from 'node:child_process';
import { UserError } from '../../../errors.js';

/** The user's command that puts an account back did not do it. */
export class AccountResetError extends UserError {
  override readonly code = 'ACCOUNT_RESET';
}

const WITHIN_MS = 120_000;
/** Characters of what it said that a message repeats. */
const SAID = 200;
/** Characters of it that are kept, so that a secret at the edge is whole when it is taken out. */
const KEPT = 4000;
const PASSED = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot', 'TEMP'];

export interface ResetAccountOptions {
  /** Where it starts: the folder of the file that names it. */
  readonly folder: string;
  readonly app: string;
  readonly package: string;
  readonly serial: string;
  /** The adb server that has the phone. */
  readonly server: { readonly host?: string; readonly port?: number };
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redact: (text: string) => string;
  readonly signal: AbortSignal;
}

/**
 * Runs the user's own command that puts an app's account back, without a shell. It is told the app (`TOUCHSTONE_PACKAGE`) and
 * the phone (`ANDROID_SERIAL`), and has two minutes.
 *
 * @throws {AccountResetError} where it cannot be started, fails, or does not end
 */
export async function resetAccount(
  [program = '', ...args]: readonly string[],
  { folder, app, package: name, serial, server, environment, redact, signal }: ResetAccountOptions,
): Promise<void> {
  const passed = PASSED.flatMap((key) => (environment[key] === undefined ? [] : [[key, environment[key]]]));
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...Object.fromEntries(passed),
      ANDROID_SERIAL: serial,
      // With an address, adb starts no server of its own.
      ANDROID_ADB_SERVER_ADDRESS: server.host ?? '127.0.0.1',
      ANDROID_ADB_SERVER_PORT: String(server.port ?? 5037),
      TOUCHSTONE_PACKAGE: name,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
  });
  let said = '';
  const listen = (piece: Buffer): void => {
    said = `${said}${piece.toString('utf8')}`.slice(-KEPT);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, by) => resolve(code === 0 ? null : `it ended with ${code ?? by ?? '?'}`));
  });
  signal.throwIfAborted();
  if (ended === null) return;
  const shown = redact(said).trim().slice(-SAID);
  const last = shown === '' ? '' : `: ${shown}`;
  throw new AccountResetError(`${redact(`the reset of ${app} failed: ${ended}`)}${last}`, {
    hint: 'Run the command by hand; android.json names it.',
  });
}
