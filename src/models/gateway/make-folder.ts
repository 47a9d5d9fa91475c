import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it. Each is made by itself: where nothing can be made (below `/proc`, say), Node's own
 * `recursive` never comes back, and no signal ends it.
 *
 * @throws {Error} with the system's reason
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  let above = resolve(folder);
  while (statSync(above, { throwIfNoEntry: false }) === undefined) {
    missing.push(above);
    above = dirname(above);
  }
  for (const path of missing.toReversed()) {
    try {
      mkdirSync(path);
    } catch (error) {
      // Another process was faster.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** The system's error code, such as `ENOENT`. */
export function systemWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
