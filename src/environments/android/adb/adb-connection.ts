import type { Adb } from '@yume-chan/adb';
import type { DeviceAnswer } from '../answers/device-answer.js';
import { connectionFault } from './connection-fault.js';
import type { CommandOptions, DeviceConnection } from './device-connection.js';
import { withinDeadline } from './within-deadline.js';

type Process = Awaited<ReturnType<NonNullable<Adb['subprocess']['shellProtocol']>['spawn']>>;

/** A device through a transport of the adb server. */
export class AdbConnection implements DeviceConnection {
  readonly serial: string;
  readonly #adb: Adb;
  #isClosed = false;

  constructor(adb: Adb, serial: string) {
    this.#adb = adb;
    this.serial = serial;
  }

  async run(
    line: string,
    { deadlineMs, signal }: CommandOptions,
  ): Promise<DeviceAnswer & { readonly stdout: Uint8Array }> {
    const running: { process?: Process; isGivenUp?: true } = {};
    const kill = (): void => {
      void Promise.resolve(running.process?.kill()).catch(() => {});
    };
    const work = async (): Promise<DeviceAnswer & { readonly stdout: Uint8Array }> => {
      const protocol = this.#adb.subprocess.shellProtocol;
      if (protocol === undefined) {
        // Before Android 7: both streams in one, no exit code.
        const stdout = await this.#adb.subprocess.noneProtocol.spawnWait([line]);
        return { command: line, stdout, stderr: '', exitCode: null };
      }
      const process = await protocol.spawn([line]);
      running.process = process;
      if (running.isGivenUp) kill();
      const [stdout, stderr, exitCode] = await Promise.all([
        collected(process.stdout),
        collected(process.stderr),
        process.exited,
      ]);
      return { command: line, stdout, stderr: new TextDecoder().decode(stderr), exitCode };
    };
    try {
      const onEnd = (): void => {
        running.isGivenUp = true;
        kill();
      };
      return await withinDeadline(work, { deadlineMs, signal, onEnd });
    } catch (error) {
      signal.throwIfAborted();
      throw connectionFault(error, this.serial, line.split(' ').slice(0, 2).join(' '));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#adb.close();
  }
}

async function collected(stream: Process['stdout']): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces);
    pieces.push(value);
  }
}
