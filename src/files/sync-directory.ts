import { mkdir, open, stat } from 'node:fs/promises';
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
    if (!REFUSALS.some((code) => hasCode(error, code))) throw error;
  }
}

const REFUSALS = ['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'EBADF'] as const;

/**
 * Makes a folder and those above it, durably. Each is made by itself: where nothing can be made (below `/proc`, say), Node's
 * own `recursive` never comes back, and no signal ends it.
 */
export async function makeDirectory(directory: string): Promise<void> {
  const missing: string[] = [];
  let above = resolve(directory);
  while (await isMissing(above)) {
    missing.push(above);
    above = dirname(above);
  }
  for (const made of missing.toReversed()) {
    await mkdir(made).catch((error: unknown) => {
      // Another process was faster.
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
  for (const made of missing) await syncDirectory(dirname(made));
  // Throws the error that a file is in the way.
  if (!(await stat(directory)).isDirectory()) await mkdir(directory);
}

async function isMissing(path: string): Promise<boolean> {
  try {
    await stat(path);
    return false;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return true;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
