import { UserError } from '../../../errors.js';

/** Where an adb server listens. */
export interface AdbServerAddress {
  readonly host: string;
  readonly port: number;
}

const USUAL = { host: '127.0.0.1', port: 5037 } as const;

/**
 * Where `adb` itself would look for its server: `ADB_SERVER_SOCKET` (`tcp:HOST:PORT`, `tcp:PORT`), else
 * `ANDROID_ADB_SERVER_ADDRESS` and `ANDROID_ADB_SERVER_PORT`.
 *
 * @throws {UserError} where these name no address
 */
export function adbServerOf(environment: Readonly<Record<string, string | undefined>>): AdbServerAddress {
  const socket = environment['ADB_SERVER_SOCKET'];
  if (socket !== undefined && socket !== '') {
    const match = /^tcp:(?:([\w.-]+):)?(\d{1,5})$/.exec(socket);
    if (match === null) {
      throw new UserError(`ADB_SERVER_SOCKET is "${socket}", which is no tcp:HOST:PORT`, {
        hint: 'Name the port with --adb-port.',
      });
    }
    return { host: match[1] ?? USUAL.host, port: Number(match[2]) };
  }
  const host = environment['ANDROID_ADB_SERVER_ADDRESS'];
  const port = environment['ANDROID_ADB_SERVER_PORT'];
  if (port !== undefined && port !== '' && !/^\d{1,5}$/.test(port)) {
    throw new UserError(`ANDROID_ADB_SERVER_PORT is "${port}", which is no port`, {
      hint: 'Name the port with --adb-port.',
    });
  }
  return {
    host: host === undefined || host === '' ? USUAL.host : host,
    port: port === undefined || port === '' ? USUAL.port : Number(port),
  };
}

/** Reads `host:port`. @throws {UserError} */
export function parseServerAddress(text: string): AdbServerAddress {
  const match = /^([\w.-]+):(\d{1,5})$/.exec(text);
  if (match !== null) return { host: match[1] ?? USUAL.host, port: Number(match[2]) };
  throw new UserError(`"${text}" is no address of an adb server`, { hint: 'Write it as HOST:PORT.' });
}
