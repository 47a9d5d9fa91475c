import type { DeviceConnection } from '../adb/device-connection.js';
import { isAction } from '../driver/is-action.js';
import type { HeldDevice } from '../../leases/held-device.js';

/** A connection to a phone that is held: nothing is sent to one that another may have by now. */
export function heldConnection(connection: DeviceConnection, held: HeldDevice): DeviceConnection {
  return {
    serial: connection.serial,
    run: async (line, options) => {
      await held.check(isAction(line));
      return await connection.run(line, options);
    },
    ...(connection.reconnect === undefined
      ? {}
      : {
          reconnect: async (fault, signal) => {
            await held.check(true);
            await connection.reconnect?.(fault, signal);
          },
        }),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}
