import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ItemKey } from '../../../domain/episode.js';
import { readBytes } from '../../../files/read-bytes.js';

/** Most bytes of the file: what mail servers commonly take. */
const MOST_BYTES = 18_000_000;

/** Episodes as reports of one file. One is written at a time: each reads its whole run. */
export class EpisodePages {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Nothing is written into the run.
   *
   * @throws {UserError} where the run has no such episode that came to an end
   */
  async write(
    directory: string,
    key: ItemKey,
    options: { readonly signal: AbortSignal },
  ): Promise<Uint8Array> {
    const written = this.#last.then(() => {
      options.signal.throwIfAborted();
      return writePage(directory, key, options);
    });
    this.#last = written.catch(() => undefined);
    return written;
  }
}

async function writePage(
  directory: string,
  key: ItemKey,
  { signal }: { readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-episode-'));
  try {
    // All that reports need is loaded for the first page that is asked for.
    const { reportRuns } = await import('../../report/report-runs.js');
    const output = join(folder, 'episode.html');
    const single = { maxBytes: MOST_BYTES };
    const options = { output, pictures: 'auto', single, only: key, mayScore: false } as const;
    await reportRuns([directory], options, { interrupted: signal });
    return await readBytes(output, { maxBytes: Infinity, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
