import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Graph } from '../../domain/graph/graph.js';
import { DatasetError } from '../../errors.js';
import { whyUnreadable } from '../../files/file-errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { hashFile } from '../../files/hash-file.js';
import { unsafePathReason } from '../safe-path.js';
import { MAX_GRAPH_BYTES } from './read-graph.js';

const FILES_PER_TURN = 64;
const JSON_FILES = ['graph.json', 'suite.json'] as const;

/**
 * SHA-256 (hex) over everything of a world that can change a score: both JSON files, and each picture and hierarchy the
 * graph names, by path. A file that is not there counts as missing, so that adding it changes the hash, and one
 * that is no plain file of the folder as what is wrong with it: it is not read.
 */
export async function hashWorld(
  folder: string,
  graph: Graph,
  { signal }: { readonly signal: AbortSignal },
): Promise<string> {
  const named = graph.nodes.flatMap(({ screens }) =>
    screens.flatMap(({ picture, hierarchy }) => [picture, hierarchy].filter((path) => path !== null)),
  );
  const safe = named.filter((path) => unsafePathReason(path) === null);
  const world = createHash('sha256');
  for (const path of JSON_FILES) {
    const hash = await hashFile(join(folder, path), { maxBytes: MAX_GRAPH_BYTES, signal }).catch(missing);
    world.update(`${path}\0${hash}\n`);
  }
  const bounds = { maxBytes: FILE_LIMITS.picture, within: folder, signal };
  let count = 0;
  for (const path of new Set(safe.toSorted())) {
    // Small files are read at once; an interrupt is heard in between.
    if (count++ % FILES_PER_TURN === 0) await setImmediate();
    world.update(`${path}\0${await hashFile(join(folder, path), bounds).catch(refused)}\n`);
  }
  return world.digest('hex');
}

function missing(error: unknown): string {
  if (error instanceof DatasetError && whyUnreadable(error) === 'ENOENT') return 'missing';
  throw error;
}

/** A screen without its file is void when it is read; the world as a whole can be opened. */
function refused(error: unknown): string {
  if (!(error instanceof DatasetError)) throw error;
  return whyUnreadable(error) === 'ENOENT' ? 'missing' : error.code;
}
