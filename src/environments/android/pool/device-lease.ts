import { mkdir } from 'node:fs/promises';
import { lockHolder, RunLock } from '../../../formats/run/run-lock.js';
import { RunLockedError } from '../../../formats/run/run-errors.js';
import { DeviceBusyError } from './device-errors.js';

/**
 * The right to use a phone, held by one process at a time: two on one phone make each other fail. Released by disposing it;
 * one that a process of this computer left when it was killed is taken over.
 *
 * @param name of the phone's identity
 * @throws {DeviceBusyError} where another process has it
 */
export async function leaseDevice(folder: string, name: string, serial: string): Promise<AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await RunLock.acquire(folder, { writer: name });
  } catch (error) {
    if (!(error instanceof RunLockedError)) throw error;
    const owner = await ownerOf(folder, name);
    const by = owner === null ? 'another process' : `process ${owner.pid}`;
    throw new DeviceBusyError(`${serial} is in use by ${by}`, {
      hint: 'Wait until that has ended, or name another phone with --device.',
      cause: error,
    });
  }
}

/** The process that has a phone; null where none has. @param name of the phone's identity */
export async function ownerOf(
  folder: string,
  name: string,
): Promise<{ readonly pid: number; readonly host: string } | null> {
  return await lockHolder(folder, name);
}
