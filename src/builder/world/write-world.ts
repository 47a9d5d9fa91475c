import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScreenContent } from '../../domain/screen.js';
import { GraphFileSchema, type GraphFile } from '../../formats/graph/graph-file.js';
import { isThere } from '../../files/is-there.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import type { Capture } from '../material/material.js';

/**
 * Writes the screens that a graph shows and then the graph: a folder with a graph is a whole world. Files that are there stay, since they are named by
 * what is in them.
 *
 * @throws {FileWriteError} where the disk takes no more; what was there stays
 */
export async function writeWorld(
  graph: GraphFile,
  {
    captures,
    out,
    signal,
  }: { readonly captures: readonly Capture[]; readonly out: string; readonly signal: AbortSignal },
): Promise<void> {
  await mkdir(join(out, 'screens'), { recursive: true });
  const contents = new Map<string, ScreenContent>();
  for (const { picture, file, pictureContent, hierarchy, hierarchyContent } of captures) {
    if (picture !== null && pictureContent !== null) {
      contents.set(`screens/${file ?? `${picture}.png`}`, pictureContent);
    }
    if (hierarchy !== null && hierarchyContent !== null) {
      contents.set(`screens/${hierarchy}.xml`, hierarchyContent);
    }
  }
  for (const { screens = [] } of graph.nodes) {
    for (const path of screens.flatMap(({ picture, hierarchy }) => [picture, hierarchy])) {
      const content = path === undefined ? undefined : contents.get(path);
      if (path === undefined || content === undefined || (await isThere(join(out, path)))) continue;
      await writeWholeFile(join(out, path), await content.load({ signal }), { signal });
    }
  }
  await writeJsonFile(join(out, 'graph.json'), graph, GraphFileSchema, { signal });
}
