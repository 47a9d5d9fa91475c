import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Makes the entries of a folder (files created or renamed in it) survive a power cut, where the system lets us. */
export async function syncDirectory(directory: string): Promise<void> {
  try {
    const handle = await open(directory, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Windows opens no folders and some network file systems sync none; both write entries through by themselves.
    if (!(error instanceof Error) || !('code' in error) || !REFUSALS.has(String(error.code))) throw error;
  }
}

const REFUSALS = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF']);

/** Makes a folder and those above it, durably. */
export async function makeDirectory(directory: string): Promise<void> {
  const absolute = resolve(directory);
  const first = await mkdir(absolute, { recursive: true });
  if (first === undefined) return;
  for (let made = absolute; ; made = dirname(made)) {
    await syncDirectory(dirname(made));
    if (made === first || made === dirname(made)) return;
  }
}
