import { HierarchyParseError } from '../../domain/hierarchy/hierarchy-parse-error.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { Screen } from '../../domain/screen.js';

/** Longest words of an element that count, UTF-16 units. */
const LONGEST = 80;

/** The hierarchy of a screen; null where it has none, or one that cannot be read. */
export async function hierarchyOf(
  { id, hierarchy }: Screen,
  options: { readonly signal: AbortSignal },
): Promise<UiHierarchy | null> {
  if (hierarchy === null) return null;
  const bytes = await hierarchy.load(options);
  try {
    return parseHierarchy(bytes, { file: id });
  } catch (error) {
    if (error instanceof HierarchyParseError) return null;
    throw error;
  }
}

/** Words of an element: its description, else its text; empty where it says nothing or too much. */
export function wordsOf({ description, text }: UiNode): string {
  const words = (description === '' ? text : description).replaceAll(/\s+/g, ' ');
  return words.length > LONGEST ? '' : words;
}

/** What a screen says, each text once, from top to bottom. @param most texts at most */
export function screenTexts(hierarchy: UiHierarchy, most = 40): readonly string[] {
  const shown = hierarchy.nodes.filter((node) => node.isVisible && wordsOf(node) !== '');
  const ordered = shown.toSorted((a, b) => a.bounds[1] - b.bounds[1] || a.bounds[0] - b.bounds[0]);
  return [...new Set(ordered.map(wordsOf))].slice(0, most);
}
