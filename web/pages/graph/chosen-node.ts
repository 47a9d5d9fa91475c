import type { WorldMap } from '../../../src/report/view/served/world-map.js';

type NamedNodes = Pick<WorldMap['nodes'], 'id' | 'title'>;

/** Number of the screen that an address means: the one it names, else the first that has the text that is looked for; null for none. */
export function chosenNode(
  nodes: NamedNodes,
  { node, find }: { readonly node: string; readonly find: string },
): number | null {
  const named = node === '' ? -1 : nodes.id.indexOf(node);
  if (named >= 0) return named;
  return find === '' ? null : (foundNodes(nodes, find)[0] ?? null);
}

/** Numbers of the screens whose id or title has a text, whatever its case. */
export function foundNodes({ id, title }: NamedNodes, find: string): readonly number[] {
  const wanted = find.toLowerCase();
  return [...id.keys()].filter((node) =>
    `${id[node] ?? ''} ${title[node] ?? ''}`.toLowerCase().includes(wanted),
  );
}
