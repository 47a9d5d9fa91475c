import { AdbServerClient, type Adb } from '@yume-chan/adb';
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp';
import { parseDeviceList, type ListedDevice } from '../answers/device-list.js';
import type { FaultClass } from '../faults/fault-class.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { AdbConnection } from './adb-connection.js';
import { connectionFault } from './connection-fault.js';
import { DEADLINES } from './deadlines.js';
import type { DeviceConnection } from './device-connection.js';
import { withinDeadline } from './within-deadline.js';

export interface AdbServerOptions {
  readonly host?: string;
  /** Default: 5037. */
  readonly port?: number;
}

/** Class of a device that is listed and cannot be used, by its state. */
const STATE_FAULTS: Readonly<Record<string, FaultClass>> = {
  offline: 'device-offline',
  detached: 'device-offline',
  unauthorized: 'device-unauthorized',
  authorizing: 'device-authorizing',
  connecting: 'device-connecting',
  'no permissions': 'device-no-permissions',
  recovery: 'device-wrong-mode',
  sideload: 'device-wrong-mode',
  rescue: 'device-wrong-mode',
  bootloader: 'device-wrong-mode',
};

/** What is wrong with a listed device; null where it can be used. */
export function stateFault(device: ListedDevice): FaultClass | null {
  return device.state === 'device' ? null : (STATE_FAULTS[device.state] ?? 'device-offline');
}

/** A running adb server. It is never started, stopped or restarted from here: other programs use it too. */
export class AdbServer {
  readonly #client: AdbServerClient;

  constructor({ host = '127.0.0.1', port = 5037 }: AdbServerOptions = {}) {
    this.#client = new AdbServerClient(new AdbServerNodeTcpConnector({ host, port }));
  }

  /** Devices as the server lists them, in any state. The library's own list leaves out most of them. */
  async devices(signal: AbortSignal): Promise<readonly ListedDevice[]> {
    const text = await this.#ask('device list', '', signal, async () => {
      const connection = await this.#client.createConnection('host:devices-l');
      try {
        return await connection.readString();
      } finally {
        await connection.dispose();
      }
    });
    return parseDeviceList(text);
  }

  /**
   * Opens the device with this serial; the only one where none is named.
   *
   * @throws {DeviceFaultError} where it is missing, not alone under its serial, or cannot be used
   */
  async open(serial: string | null, signal: AbortSignal): Promise<DeviceConnection> {
    const listed = await this.devices(signal);
    const fitting = listed.filter((device) => serial === null || device.serial === serial);
    const named = serial ?? 'any device';
    const refuse = (faultClass: FaultClass, said = ''): DeviceFaultError =>
      new DeviceFaultError(faultClass, { serial: named, operation: 'connect', said });
    const [device] = fitting;
    if (device === undefined) throw refuse(listed.length === 0 ? 'no-device' : 'device-not-found');
    if (fitting.length > 1) throw refuse('device-ambiguous', fitting.map((other) => other.serial).join(', '));
    const fault = stateFault(device);
    if (fault !== null) throw refuse(fault, device.state);
    const selector =
      device.transportId === null ? { serial: device.serial } : { transportId: BigInt(device.transportId) };
    const adb = await this.#ask(
      'connect',
      device.serial,
      signal,
      () => this.#client.createAdb(selector),
      closeLate,
    );
    return new AdbConnection(adb, device.serial);
  }

  async #ask<T>(
    operation: string,
    serial: string,
    signal: AbortSignal,
    work: () => Promise<T>,
    late: (result: T) => void = () => {},
  ): Promise<T> {
    const asked = { ended: false };
    try {
      return await withinDeadline(
        async () => {
          const result = await work();
          if (asked.ended) late(result);
          return result;
        },
        { deadlineMs: DEADLINES.server, signal, onEnd: () => (asked.ended = true) },
      );
    } catch (error) {
      signal.throwIfAborted();
      throw connectionFault(error, serial, operation);
    }
  }
}

function closeLate(adb: Adb): void {
  void Promise.resolve(adb.close()).catch(() => {});
}
