import type { DeviceAnswer } from '../answers/device-answer.js';
import type { DeviceFaultError } from '../faults/device-fault-error.js';

export interface CommandOptions {
  /** Milliseconds until the call is given up: nothing on the way to a phone sets a limit of its own. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** One device, addressed by the id of its transport in every call. */
export interface DeviceConnection extends AsyncDisposable {
  readonly serial: string;
  /**
   * Runs a line of the device's shell; standard output stays bytes.
   *
   * @throws {DeviceFaultError} when the device cannot be reached or does not end in time
   */
  run(line: string, options: CommandOptions): Promise<DeviceAnswer & { readonly stdout: Uint8Array }>;
  /**
   * Sets up the way to the same phone anew. What was under way when it broke off may have happened.
   *
   * @throws {DeviceFaultError} where the phone does not come back, or has started anew
   */
  reconnect?(fault: DeviceFaultError, signal: AbortSignal): Promise<void>;
}

/** One argument of a shell line, whatever it holds. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
