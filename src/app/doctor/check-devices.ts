import { appendFile } from 'node:fs/promises';
import { checkDevice } from '../../environments/android/doctor/check-device.js';
import type { DeviceCheck } from '../../environments/android/doctor/device-check.js';
import type { DeviceConnection } from '../../environments/android/adb/device-connection.js';
import { ADB_KEYBOARD } from '../../environments/android/driver/adb-keyboard.js';
import { AndroidDevice } from '../../environments/android/driver/android-device.js';
import { REAL_CLOCK } from '../../environments/android/driver/real-clock.js';
import { DeviceFaultError } from '../../environments/android/faults/device-fault-error.js';
import { leaseDevice } from '../../environments/android/pool/device-lease.js';
import { DeviceBusyError } from '../../environments/android/pool/device-errors.js';
import { DeviceRecords } from '../../environments/android/pool/device-records.js';
import { listPhones, type ListedPhone } from '../../environments/android/pool/listed-phones.js';
import { DeviceJournal } from '../../environments/android/state/device-journal.js';
import type { DevicesOptions } from '../devices/list-devices.js';

/** The doctor's report on a phone, or on the adb server where that has none. */
export interface DeviceReport {
  readonly serial: string;
  readonly checks: readonly DeviceCheck[];
  /** It was in quarantine, and is no more. */
  readonly released: boolean;
  /** Milliseconds that looking at it took; null for the server. */
  readonly durationMs: number | null;
}

export interface CheckDevicesOptions extends DevicesOptions {
  readonly serials: readonly string[];
  readonly packages: readonly string[];
  /** File that receives every raw answer, a JSON line each. */
  readonly record: string | null;
}

const OLDEST_SERVER = 41;

/** Looks at the adb server and at each phone of it. A phone without a fault leaves quarantine. */
export async function checkDevices(options: CheckDevicesOptions): Promise<readonly DeviceReport[]> {
  const { AdbServer } = await import('../../environments/android/adb/adb-server.js');
  const server = new AdbServer(options.server);
  const reports: DeviceReport[] = [];
  const add = (serial: string, checks: readonly DeviceCheck[]): void =>
    void reports.push({ serial, checks, released: false, durationMs: null });
  try {
    const version = await server.version(options.signal);
    const isOld = version < OLDEST_SERVER;
    const cure = isOld ? { cure: 'Install adb 1.0.41 or newer.' } : {};
    add('adb server', [
      { check: 'adb server', state: isOld ? 'fault' : 'ok', found: `protocol ${version}`, ...cure },
    ]);
    const phones = await listPhones(server, options.signal);
    const chosen = phones.filter(
      ({ listed }) => options.serials.length === 0 || options.serials.includes(listed.serial),
    );
    if (chosen.length === 0) {
      const cure = 'Plug in a phone with USB debugging on, or start an emulator.';
      add('adb server', [{ check: 'phones', state: 'fault', found: 'none is listed', cure }]);
    }
    for (const phone of chosen) {
      const from = REAL_CLOCK.now();
      const checked = await checkPhone(phone, server.openListed.bind(server), options);
      const durationMs = Math.round(REAL_CLOCK.now() - from);
      reports.push({ serial: phone.listed.serial, ...checked, durationMs });
    }
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof DeviceFaultError)) throw error;
    add('adb server', [faultCheck('adb server', error)]);
  }
  return reports;
}

function faultCheck(check: string, error: DeviceFaultError): DeviceCheck {
  const cure = error.hint === undefined ? {} : { cure: error.hint };
  return { check, state: 'fault', found: error.message, ...cure };
}

async function checkPhone(
  { listed, identity, fault, twinOf }: ListedPhone,
  open: (device: ListedPhone['listed'], signal: AbortSignal) => Promise<DeviceConnection>,
  { folder, packages, record, signal }: CheckDevicesOptions,
): Promise<{ readonly checks: readonly DeviceCheck[]; readonly released: boolean }> {
  const { serial, state } = listed;
  const none = (check: DeviceCheck) => ({ checks: [check], released: false });
  if (fault !== null) return none(faultCheck('state', fault));
  if (identity === null) return none({ check: 'state', state: 'fault', found: state });
  if (twinOf !== null)
    return none({ check: 'state', state: 'warning', found: `the phone ${twinOf} once more` });
  try {
    await using _lease = await leaseDevice(folder, identity.name, serial);
    await using connection = await open(listed, signal);
    const device = new AndroidDevice(
      record === null ? connection : recorded(connection, record, identity.release),
      REAL_CLOCK,
    );
    const checks = await checkDevice({
      device,
      identity,
      journal: new DeviceJournal(folder, identity.name),
      keyboard: ADB_KEYBOARD,
      packages,
      nowSeconds: () => Date.now() / 1000,
      signal,
    });
    const isGreen = checks.every((check) => check.state === 'ok' || check.state === 'warning');
    const records = new DeviceRecords(folder);
    const released = isGreen && records.of(identity.name)?.quarantine != null;
    if (isGreen) records.release(identity.name);
    return { checks, released };
  } catch (error) {
    if (error instanceof DeviceFaultError) return none(faultCheck('state', error));
    if (!(error instanceof DeviceBusyError)) throw error;
    return none({ check: 'state', state: 'warning', found: error.message, cure: error.hint ?? '' });
  }
}

/** A connection whose raw answers are written down. Pictures are left out: they may show anything. */
function recorded(connection: DeviceConnection, file: string, android: string): DeviceConnection {
  return {
    serial: connection.serial,
    run: async (line, options) => {
      const answer = await connection.run(line, options);
      const stdout = line.startsWith('screencap')
        ? `(${answer.stdout.length} bytes)`
        : new TextDecoder().decode(answer.stdout);
      const { stderr, exitCode: exit } = answer;
      await appendFile(file, `${JSON.stringify({ command: line, android, stdout, stderr, exit })}\n`);
      return answer;
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
