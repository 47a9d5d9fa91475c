import type { AnswerReading, DeviceAnswer } from '../answers/device-answer.js';
import { readAnswer, type AnswerKind } from '../answers/read-answer.js';
import type { DeviceConnection } from '../adb/device-connection.js';
import { deviceFault } from '../faults/device-fault-error.js';

/** What the driver asks of time, so that tests can set it. */
export interface DriverClock {
  now(): number;
  /** Waits, or throws the signal's reason. */
  pass(ms: number, signal: AbortSignal): Promise<void>;
}

/** A device under the driver: one call at a time, each with a deadline, each answer read by what it was for. */
export class AndroidDevice {
  readonly connection: DeviceConnection;
  readonly clock: DriverClock;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(connection: DeviceConnection, clock: DriverClock) {
    this.connection = connection;
    this.clock = clock;
  }

  get serial(): string {
    return this.connection.serial;
  }

  /** Runs a line when the call before it has ended. @throws {DeviceFaultError} where the device cannot be reached */
  async run(
    line: string,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<DeviceAnswer & { readonly stdout: Uint8Array }> {
    const before = this.#busy;
    const mine = before.catch(() => {}).then(() => this.connection.run(line, { deadlineMs, signal }));
    this.#busy = mine.catch(() => {});
    return await mine;
  }

  /** Runs a line and reads what was answered, a fault too. */
  async ask(kind: AnswerKind, line: string, deadlineMs: number, signal: AbortSignal): Promise<AnswerReading> {
    return readAnswer(kind, await this.run(line, deadlineMs, signal));
  }

  /** As `ask`. @throws {DeviceFaultError} for an answer that says that something is wrong */
  async require(
    kind: AnswerKind,
    line: string,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<Exclude<AnswerReading, { readonly error: string }>> {
    const reading = await this.ask(kind, line, deadlineMs, signal);
    if (reading.error !== undefined) throw deviceFault(reading, this.serial, operationOf(line));
    return reading;
  }
}

/** Program and verb of a line, for messages: what is typed or sent is not repeated. */
function operationOf(line: string): string {
  return line.split(' ').slice(0, 2).join(' ');
}
