import { hostname } from 'node:os';
import { join } from 'node:path';
import type { PhoneAccess } from '../../benchmarks/benchmark.js';
import { adbServerOf, type AdbServerAddress } from '../../environments/android/adb/adb-server-of.js';
import type { RunIdentity } from '../../domain/run.js';
import type { PhoneTaking } from '../../environments/android/pool/android-devices-options.js';
import type { DeviceLeases } from '../../environments/leases/device-leases.js';
import { UserError } from '../../errors.js';
import type { AppContext } from '../app-context.js';
import type { Settings } from '../settings/setting.js';
import { requireTrustedFile } from '../trust/trusted-configs.js';
import { userFolder } from '../trust/user-folder.js';

type Environment = AppContext['environment'];

/** Folder of the user for leases of phones, quarantine, and what is to be taken back. */
export function devicesFolder(environment: Environment): string {
  return join(userFolder(environment), 'devices');
}

/** The adb server: of the flag, else where `adb` itself would look for it. @throws {UserError} */
export function chosenServer(
  { adbPort }: Pick<Settings, 'adbPort'>,
  environment: Environment,
): AdbServerAddress {
  return adbPort === null ? adbServerOf(environment) : { ...adbServerOf({}), port: adbPort };
}

/** The variable that names the database of phones that hosts share. */
const LEASES_VARIABLE = 'TOUCHSTONE_LEASES';

/**
 * The database of phones that hosts share; null where none is named.
 *
 * @param flag what the command was given, which goes before the variable
 */
export function chosenLeases(environment: Environment, flag?: unknown): string | null {
  const named = typeof flag === 'string' ? flag : environment[LEASES_VARIABLE];
  return named === undefined || named === '' ? null : named;
}

/** @throws {UserError} where neither flag nor variable names a database */
export function requireLeases(environment: Environment, flag: unknown): string {
  const named = chosenLeases(environment, flag);
  if (named !== null) return named;
  throw new UserError('no database of phones is named', {
    hint: `Name it with --leases postgres://USER@HOST:PORT/DATABASE or ${LEASES_VARIABLE}.`,
  });
}

/** @throws {DatabaseAwayError | UserError} where the database cannot be used */
export async function openLeases(url: string): Promise<DeviceLeases> {
  const { openPostgresLeases } = await import('../../storage/postgres/postgres-leases.js');
  return openPostgresLeases(url);
}

/** What a run on phones is opened by. */
export function phoneAccess(
  settings: Settings,
  {
    environment,
    workingDirectory,
    onPhoneNote = () => {},
    phones,
    recorded,
  }: {
    readonly environment: Environment;
    readonly workingDirectory: string;
    readonly onPhoneNote?: (note: string) => void;
    readonly phones?: PhoneTaking;
    /** What a run that goes on wrote down of itself. */
    readonly recorded?: RunIdentity;
  },
): PhoneAccess {
  const leases = chosenLeases(environment);
  return {
    server: chosenServer(settings, environment),
    folder: devicesFolder(environment),
    variables: environment,
    requireTrust: (file, named, used) =>
      requireTrustedFile({ file, sha256: used }, named, { environment, workingDirectory }),
    onNote: onPhoneNote,
    ...(phones === undefined ? {} : { taking: phones }),
    ...(recorded?.environment === undefined ? {} : { recorded: recorded.environment }),
    ...(leases === null
      ? {}
      : {
          shared: {
            openLeases: () => openLeases(leases),
            holder: `${hostname()}, process ${process.pid}`,
          },
        }),
  };
}
