import type { WorldMap } from '../../../src/report/view/served/world-map.js';

/** Number of the screen that an address means: the one it names, else the first that has the text that is looked for; null for none. */
export function chosenNode(
  { id, title }: Pick<WorldMap['nodes'], 'id' | 'title'>,
  { node, find }: { readonly node: string; readonly find: string },
): number | null {
  const named = node === '' ? -1 : id.indexOf(node);
  if (named >= 0) return named;
  if (find === '') return null;
  const wanted = find.toLowerCase();
  const found = id.findIndex((one, place) => `${one} ${title[place] ?? ''}`.toLowerCase().includes(wanted));
  return found < 0 ? null : found;
}
