import type { AnswerReading, DeviceAnswer } from '../answers/device-answer.js';
import { readAnswer, type AnswerKind } from '../answers/read-answer.js';
import type { DeviceConnection } from '../adb/device-connection.js';
import { isAction } from './is-action.js';
import type { FaultClass } from '../faults/fault-class.js';
import { deviceFault, DeviceFaultError } from '../faults/device-fault-error.js';

/** What the driver asks of time, so that tests can set it. */
export interface DriverClock {
  now(): number;
  /** Waits, or throws the signal's reason. */
  pass(ms: number, signal: AbortSignal): Promise<void>;
}

/** The way to the device is what is wrong. */
const LOST: ReadonlySet<FaultClass> = new Set([
  'device-offline',
  'device-not-found',
  'connection-closed',
  'timeout',
]);
/** A device under the driver: one call at a time, each with a deadline, each answer read by what it was for. */
export class AndroidDevice {
  readonly connection: DeviceConnection;
  readonly clock: DriverClock;
  /** How pictures are taken: of which display (undefined: of the one there is), and whether by way of a file. */
  readonly capture: { display?: string | undefined; byFile: boolean } = { byFile: false };
  #busy: Promise<unknown> = Promise.resolve();
  #reconnects = 0;
  /** Calls in a row that did not end in time. */
  #timeouts = 0;

  constructor(connection: DeviceConnection, clock: DriverClock) {
    this.connection = connection;
    this.clock = clock;
  }

  get serial(): string {
    return this.connection.serial;
  }

  /** How often the way to the device was set up anew. */
  get reconnects(): number {
    return this.#reconnects;
  }

  /**
   * Runs a line when the call before it has ended. Where the way to the device breaks off, it is set up anew, and what only
   * looks is asked again; an action may have happened, and is never repeated.
   *
   * @throws {DeviceFaultError} where the device cannot be reached
   */
  async run(
    line: string,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<DeviceAnswer & { readonly stdout: Uint8Array }> {
    const before = this.#busy;
    const mine = before.catch(() => {}).then(() => this.#attempt(line, deadlineMs, signal));
    this.#busy = mine.catch(() => {});
    return await mine;
  }

  async #attempt(
    line: string,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<DeviceAnswer & { readonly stdout: Uint8Array }> {
    try {
      const answer = await this.connection.run(line, { deadlineMs, signal });
      this.#timeouts = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof DeviceFaultError) || !LOST.has(error.faultClass)) throw error;
      this.#timeouts = error.faultClass === 'timeout' ? this.#timeouts + 1 : 0;
      // One call that hangs is that call's matter; a second in a row is the connection's.
      if (this.#timeouts === 1) throw error;
      if (this.connection.reconnect === undefined) throw error;
      await this.connection.reconnect(error, signal);
      this.#timeouts = 0;
      this.#reconnects += 1;
      if (isAction(line)) throw error;
      return await this.connection.run(line, { deadlineMs, signal });
    }
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
