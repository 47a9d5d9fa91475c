import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Graph } from '../../domain/graph/graph.js';
import { unsafePathReason } from '../safe-path.js';

/**
 * SHA-256 (hex) over everything of a world that can change a score: both JSON files, and each picture and hierarchy the
 * graph names, by path. A file that is not there counts as missing, so that adding it changes the hash.
 */
export async function hashWorld(
  folder: string,
  graph: Graph,
  options: { readonly signal: AbortSignal },
): Promise<string> {
  const named = graph.nodes.flatMap(({ screens }) =>
    screens.flatMap(({ picture, hierarchy }) => [picture, hierarchy].filter((path) => path !== null)),
  );
  const safe = named.filter((path) => unsafePathReason(path) === null);
  const paths = ['graph.json', 'suite.json', ...new Set(safe.toSorted())];
  const world = createHash('sha256');
  for (const path of paths) {
    world.update(`${path}\0${(await hashFile(join(folder, path), options)) ?? 'missing'}\n`);
  }
  return world.digest('hex');
}

async function hashFile(file: string, { signal }: { signal: AbortSignal }): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}
