import { TouchstoneError, UserError, type TouchstoneErrorOptions } from '../../../errors.js';
import { FAULT_RULES } from '../faults/fault-class.js';
import type { ListedPhone } from './listed-phones.js';

/** Another process has the phone. */
export class DeviceBusyError extends UserError {
  override readonly code = 'DEVICE_BUSY';
}

/** The phone is not given out until somebody has looked after it. */
export class DeviceQuarantinedError extends UserError {
  override readonly code = 'DEVICE_QUARANTINED';
}

/** None of the apps that a run is about is on the phones. */
export class AppsMissingError extends UserError {
  override readonly code = 'APPS_MISSING';
}

/** No phone is there to run on, or none any more: whatever is left waits for one. */
export class NoDeviceError extends TouchstoneError {
  readonly code = 'NO_DEVICE';
  readonly fault = 'environment';
  override readonly stopsRun = true;

  constructor(message: string, options: TouchstoneErrorOptions = {}) {
    super(message, {
      hint: '`touchstone devices` lists what the adb server has, and what to do about each.',
      ...options,
    });
  }
}

/** One line of what is wrong with a phone of the list, with its cure. */
export function troubleOf({ listed, fault, twinOf }: ListedPhone): string {
  if (twinOf !== null) return `${listed.serial} is the phone ${twinOf}`;
  if (fault === null) return `${listed.serial} is ready`;
  return `${listed.serial} is ${listed.state === 'device' ? 'not answering' : listed.state}: ${FAULT_RULES[fault.faultClass].hint}`;
}
