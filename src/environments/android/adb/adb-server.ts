import { AdbServerClient, type Adb } from '@yume-chan/adb';
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp';
import { parseDeviceList, type ListedDevice } from '../answers/device-list.js';
import type { FaultClass } from '../faults/fault-class.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { AdbConnection } from './adb-connection.js';
import { connectionFault } from './connection-fault.js';
import { DEADLINES } from './deadlines.js';
import type { DeviceConnection } from './device-connection.js';
import { stateFault } from './state-fault.js';
import { withinDeadline } from './within-deadline.js';

export interface AdbServerOptions {
  readonly host?: string;
  /** Default: 5037. */
  readonly port?: number;
}

/** A running adb server. It is never started, stopped or restarted from here: other programs use it too. */
export class AdbServer {
  readonly #client: AdbServerClient;

  constructor({ host = '127.0.0.1', port = 5037 }: AdbServerOptions = {}) {
    this.#client = new AdbServerClient(new AdbServerNodeTcpConnector({ host, port }));
  }

  /** Version of the server's protocol. */
  async version(signal: AbortSignal): Promise<number> {
    return await this.#ask('server version', '', signal, () => this.#client.getVersion());
  }

  /** Asks the server to set up the way to a device anew: `host-transport-id:N:reconnect`, or `host:connect:ADDRESS`. */
  async request(service: string, signal: AbortSignal): Promise<string> {
    return await this.#ask(service, '', signal, async () => {
      const connection = await this.#client.createConnection(service);
      try {
        return await connection.readString();
      } finally {
        await connection.dispose();
      }
    });
  }

  /** Devices as the server lists them, in any state. The library's own list leaves out most of them. */
  async devices(signal: AbortSignal): Promise<readonly ListedDevice[]> {
    return parseDeviceList(await this.request('host:devices-l', signal));
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
    return await this.openListed(device, signal);
  }

  /**
   * Opens a device of the list, by the id of its transport where it has one.
   *
   * @throws {DeviceFaultError} where it cannot be used
   */
  async openListed(device: ListedDevice, signal: AbortSignal): Promise<DeviceConnection> {
    const fault = stateFault(device);
    if (fault !== null) {
      const { serial, state } = device;
      throw new DeviceFaultError(fault, { serial, operation: 'connect', said: state });
    }
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
