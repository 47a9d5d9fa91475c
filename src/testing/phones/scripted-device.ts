import type { DeviceConnection } from '../../environments/android/adb/device-connection.js';
import { AndroidDevice } from '../../environments/android/driver/android-device.js';

/** What a scripted device says to a line: text of standard output, both streams, or an error that the call ends in. */
export type ScriptedAnswer =
  | string
  | Uint8Array
  | Error
  | {
      readonly stdout?: string;
      readonly stderr?: string;
      readonly exitCode?: number;
      readonly tookMs?: number;
    };

export interface ScriptedDevice {
  readonly device: AndroidDevice;
  /** Lines that it was sent, in order. */
  readonly lines: readonly string[];
  /** Its clock, ms; waits pass at once. */
  readonly now: () => number;
}

/** A device that answers by a function, on a clock of its own. */
export function scriptedDevice(answer: (line: string, asked: number) => ScriptedAnswer): ScriptedDevice {
  let now = 0;
  const lines: string[] = [];
  const connection: DeviceConnection = {
    serial: 'scripted',
    run: async (line, { signal }) => {
      signal.throwIfAborted();
      const asked = lines.filter((other) => other === line).length;
      lines.push(line);
      const said = answer(line, asked);
      if (said instanceof Error) throw said;
      if (typeof said === 'string') return answerOf(line, Buffer.from(said));
      if (said instanceof Uint8Array) return answerOf(line, said);
      now += said.tookMs ?? 0;
      return {
        ...answerOf(line, Buffer.from(said.stdout ?? '')),
        stderr: said.stderr ?? '',
        exitCode: said.exitCode ?? 0,
      };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const pass = async (ms: number, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    now += ms;
  };
  return { device: new AndroidDevice(connection, { now: () => now, pass }), lines, now: () => now };
}

function answerOf(command: string, stdout: Uint8Array): Awaited<ReturnType<DeviceConnection['run']>> {
  return { command, stdout, stderr: '', exitCode: 0 };
}
