import { createHash } from 'node:crypto';
import { DEADLINES } from './deadlines.js';
import type { DeviceConnection } from './device-connection.js';

/** What a phone is by its own words. */
export interface DeviceIdentity {
  /** Names the phone wherever it is plugged in: its own serial number with its model, fit for a file name. */
  readonly name: string;
  /** `ro.serialno`; empty where the phone has none of its own. */
  readonly serialNumber: string;
  readonly manufacturer: string;
  readonly model: string;
  /** Android version, such as `14`. */
  readonly release: string;
  /** API level; null where it is not said. */
  readonly sdk: number | null;
  readonly fingerprint: string;
  /** Changes with every start of the phone. */
  readonly boot: string;
}

/** Serial numbers that many phones have. */
const NO_SERIAL = new Set(['', 'unknown', '0123456789ABCDEF', '1234567890ABCDEF']);
const PROPERTIES = [
  'ro.serialno',
  'ro.product.manufacturer',
  'ro.product.model',
  'ro.build.version.release',
  'ro.build.version.sdk',
  'ro.build.fingerprint',
];
const LINE = `${PROPERTIES.map((property) => `echo "=$(getprop ${property})"`).join('; ')}; echo "=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)"`;

/** Reads what a phone is, in one call. @throws {DeviceFaultError} where it cannot be reached */
export async function readIdentity(
  connection: DeviceConnection,
  signal: AbortSignal,
): Promise<DeviceIdentity> {
  const { stdout } = await connection.run(LINE, { deadlineMs: DEADLINES.read, signal });
  return identityOf(new TextDecoder().decode(stdout), connection.serial);
}

/** The identity in an answer. @param serial as the server lists it, for a phone without a number of its own */
export function identityOf(answer: string, serial: string): DeviceIdentity {
  const values = answer.split('\n').flatMap((line) => (line.startsWith('=') ? [line.slice(1).trim()] : []));
  const [number = '', manufacturer = '', model = '', release = '', sdk = '', fingerprint = '', boot = ''] =
    values;
  const serialNumber = NO_SERIAL.has(number) ? '' : number;
  const mark = createHash('sha256').update(`${manufacturer}\n${model}`).digest('hex').slice(0, 8);
  return {
    name: `${encodeURIComponent(serialNumber === '' ? serial : serialNumber)}-${mark}`,
    serialNumber,
    manufacturer,
    model,
    release,
    sdk: /^\d{1,3}$/.test(sdk) ? Number(sdk) : null,
    fingerprint,
    boot,
  };
}
