import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { readAnswer } from '../answers/read-answer.js';
import type { DeviceServer } from '../adb/reconnecting-connection.js';
import { BOOT_MS } from '../driver/boot-wait.js';
import type { DriverClock } from '../driver/android-device.js';
import { deviceFault, DeviceFaultError } from '../faults/device-fault-error.js';
import type { ListedDevice } from '../answers/device-list.js';

/** A virtual device to start, and the snapshot that each episode begins with. */
export interface EmulatorName {
  readonly avd: string;
  readonly snapshot: string | null;
}

/** `avd:NAME` or `avd:NAME@SNAPSHOT`; null for a serial. */
export function emulatorName(device: string): EmulatorName | null {
  const match = /^avd:([\w.-]+)(?:@([\w.-]+))?$/.exec(device);
  return match === null ? null : { avd: match[1] ?? '', snapshot: match[2] ?? null };
}

/** What starting programs comes to, so that tests need none. */
export interface Programs {
  /** Runs a program to its end and gives both its streams. */
  readonly run: (program: string, args: readonly string[], signal: AbortSignal) => Promise<ProgramAnswer>;
  /** Starts a program that goes on. */
  readonly start: (program: string, args: readonly string[]) => StartedProgram;
}
export interface ProgramAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}
export interface StartedProgram {
  /** Null while it runs. */
  readonly exitCode: () => number | string | null;
  readonly stop: () => void;
}

const CONSOLE_MS = 60_000;
const run = promisify(execFile);

export const REAL_PROGRAMS: Programs = {
  run: async (program, args, signal) => {
    try {
      const { stdout, stderr } = await run(program, [...args], { timeout: CONSOLE_MS, signal });
      return { stdout, stderr, exitCode: 0 };
    } catch (error) {
      signal.throwIfAborted();
      const { stdout = '', stderr = '', code } = error as Partial<ProgramAnswer> & { code?: unknown };
      const said = stdout === '' && stderr === '' && error instanceof Error ? error.message : stderr;
      return { stdout, stderr: said, exitCode: typeof code === 'number' ? code : 1 };
    }
  },
  start: (program, args) => {
    let ended: number | string | null = null;
    const child = spawn(program, [...args], { stdio: 'ignore' });
    child.once('error', (error) => (ended = error.message));
    child.once('exit', (code, killedBy) => (ended = code ?? killedBy ?? 'ended'));
    return { exitCode: () => ended, stop: () => child.kill() };
  },
};

const POLL_MS = 500;
const FIRST_PORT = 5554;
const LAST_PORT = 5680;

export interface StartedEmulator {
  readonly serial: string;
  readonly name: EmulatorName;
  readonly stop: () => void;
}

/**
 * Starts a virtual device on a free console port and waits until the adb server has it. That it has booted is for the caller
 * to see.
 *
 * @throws {DeviceFaultError} where it ends, or does not come
 */
export async function startEmulator(
  name: EmulatorName,
  {
    server,
    clock,
    programs = REAL_PROGRAMS,
    signal,
  }: {
    readonly server: DeviceServer;
    readonly clock: DriverClock;
    readonly programs?: Programs;
    readonly signal: AbortSignal;
  },
): Promise<StartedEmulator> {
  const port = freePort(await server.devices(signal));
  const serial = `emulator-${port}`;
  const program = programs.start('emulator', [
    '-avd',
    name.avd,
    '-port',
    String(port),
    '-no-window',
    '-no-audio',
    '-no-boot-anim',
    // A cold start is the same each time; a snapshot is loaded by name, where one is named.
    '-no-snapshot-load',
    '-no-snapshot-save',
  ]);
  const end = clock.now() + BOOT_MS.emulator;
  try {
    for (;;) {
      const ended = program.exitCode();
      const fail = (said: string): DeviceFaultError =>
        new DeviceFaultError('emulator-lost', { serial, operation: `emulator -avd ${name.avd}`, said });
      if (ended !== null) throw fail(`it ended: ${ended}`);
      const listed = await server.devices(signal);
      if (listed.some((device) => device.serial === serial && device.state === 'device')) break;
      if (clock.now() >= end) throw fail('the adb server does not list it');
      await clock.pass(POLL_MS, signal);
    }
  } catch (error) {
    program.stop();
    throw error;
  }
  return { serial, name, stop: () => program.stop() };
}

/** Even console ports; the serial has the number. */
function freePort(listed: readonly ListedDevice[]): number {
  const taken = new Set(listed.map(({ serial }) => serial));
  for (let port = FIRST_PORT; port <= LAST_PORT; port += 2) if (!taken.has(`emulator-${port}`)) return port;
  throw new DeviceFaultError('emulator-lost', {
    serial: 'emulator',
    operation: 'start',
    said: 'no port is free',
  });
}

/**
 * Loads or saves a snapshot by the emulator's console, through adb. After loading, the device has to become ready anew.
 *
 * @throws {DeviceFaultError} where the snapshot is missing, or the console refuses
 */
export async function emulatorSnapshot(
  action: 'load' | 'save',
  snapshot: string,
  {
    serial,
    port = 5037,
    programs = REAL_PROGRAMS,
    signal,
  }: {
    readonly serial: string;
    /** Of the adb server. */
    readonly port?: number;
    readonly programs?: Programs;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const args = ['-P', String(port), '-s', serial, 'emu', 'avd', 'snapshot', action, snapshot];
  const answer = await programs.run('adb', args, signal);
  const reading = readAnswer('emulator', { command: `avd snapshot ${action} ${snapshot}`, ...answer });
  if (reading.error !== undefined) throw deviceFault(reading, serial, `snapshot ${action}`);
}
