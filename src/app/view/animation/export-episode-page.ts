import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ItemKey } from '../../../domain/episode.js';
import { readBytes } from '../../../files/read-bytes.js';
import { reportRuns } from '../../report/report-runs.js';

/** Most bytes of the file: what mail servers commonly take. */
const MOST_BYTES = 18_000_000;

/**
 * One episode of a run as a report of one file. Nothing is written into the run.
 *
 * @throws {UserError} where the run has no such episode that came to an end
 */
export async function exportEpisodePage(
  directory: string,
  key: ItemKey,
  { signal }: { readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-episode-'));
  try {
    const output = join(folder, 'episode.html');
    const single = { maxBytes: MOST_BYTES };
    const options = { output, pictures: 'auto', single, only: key, mayScore: false } as const;
    await reportRuns([directory], options, { interrupted: signal });
    return await readBytes(output, { maxBytes: Infinity, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
