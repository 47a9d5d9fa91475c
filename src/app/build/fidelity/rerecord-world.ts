import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { nativeAction } from '../../../builder/fidelity/recorded-moves.js';
import { rerecord, type Rerecorded } from '../../../builder/fidelity/rerecord.js';
import { buildGraph } from '../../../domain/graph/build-graph.js';
import { UserError } from '../../../errors.js';
import { copyPlainFile } from '../../../files/copy-plain-file.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { isThere } from '../../../files/is-there.js';
import { GraphFileSchema } from '../../../formats/graph/graph-file.js';
import { readGraphFile } from '../../../formats/graph/read-graph.js';
import { writeJsonFile } from '../../../formats/write-json-file.js';
import type { FidelityFindings } from './check-fidelity.js';

/**
 * Writes a copy of a world in which what went stale is recorded anew. The graph comes last: a folder with one is a whole world.
 *
 * @throws {UserError} where the folder holds a world already
 */
export async function rerecordWorld(
  world: string,
  findings: FidelityFindings,
  { out, signal }: { readonly out: string; readonly signal: AbortSignal },
): Promise<Rerecorded> {
  if (await isThere(join(out, 'graph.json'))) {
    throw new UserError(`${out} holds a world already`, { hint: 'Name another folder with --update.' });
  }
  const file = await readGraphFile(join(world, 'graph.json'), { signal });
  const graph = buildGraph(file);
  const { transitions, screens, summary } = findings;
  const made = rerecord(file, {
    stale: summary.stale,
    transitions,
    screens,
    actionsOf: ({ id }) => {
      const node = graph.nodes[graph.nodeIndex.get(id) ?? -1];
      return (node?.edges ?? []).map(({ actions }) => actions.map((action) => nativeAction(action, graph)));
    },
  });
  await copyFolder(world, out, signal);
  const from = dirname(findings.journal);
  await mkdir(join(out, 'screens'), { recursive: true });
  for (const { picture, hierarchy } of made.used) {
    for (const name of [
      picture === null ? null : `${picture}.png`,
      hierarchy === null ? null : `${hierarchy}.xml`,
    ]) {
      if (name === null) continue;
      await copyPlainFile(join(from, 'screens', name), join(out, 'screens', name), {
        maxBytes: FILE_LIMITS.picture,
        within: from,
        signal,
      });
    }
  }
  await writeJsonFile(join(out, 'graph.json'), made.graph, GraphFileSchema, { signal });
  return made;
}

/** Everything of a world but its graph. */
async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    signal.throwIfAborted();
    const path = relative(from, join(entry.parentPath, entry.name));
    if (!entry.isFile() || path === 'graph.json') continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyPlainFile(join(from, path), join(to, path), {
      maxBytes: FILE_LIMITS.recording,
      within: from,
      signal,
    });
  }
}
