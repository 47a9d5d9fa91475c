import type { ListedDevice } from '../answers/device-list.js';
import type { FaultClass } from '../faults/fault-class.js';

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
