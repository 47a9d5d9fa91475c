import type { Graph } from '../../../domain/graph/graph.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import { GraphWorld } from '../../../environments/graph/graph-world.js';
import { TouchstoneError } from '../../../errors.js';
import { openFolderContent } from '../../../formats/graph/content-source.js';

/** The UI hierarchies of a world's screens by node; those that cannot be read are left out, which is said elsewhere. */
export async function readNodePages(
  folder: string,
  graph: Graph,
  { signal }: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<number, readonly UiHierarchy[]>> {
  const world = new GraphWorld(graph, { content: await openFolderContent(folder, { signal }) });
  const pages = new Map<number, UiHierarchy[]>();
  for (const [index, { screens }] of graph.nodes.entries()) {
    for (const { id } of screens) {
      signal.throwIfAborted();
      try {
        const bytes = await world.screen(id)?.hierarchy?.load({ signal });
        if (bytes === undefined) continue;
        pages.set(index, [...(pages.get(index) ?? []), parseHierarchy(bytes, { file: id })]);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof TouchstoneError)) throw error;
      }
    }
  }
  return pages;
}

/** Texts and descriptions of all nodes of a page. */
export function textsOf({ nodes }: UiHierarchy): string[] {
  return [
    ...new Set(nodes.flatMap(({ text, description }) => [text, description]).filter((said) => said !== '')),
  ];
}
