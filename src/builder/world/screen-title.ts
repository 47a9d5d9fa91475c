import type { Activity } from '../../domain/screen.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';

/** Longest title, in characters. */
const LONGEST = 60;
/** Resource names of what heads a page. */
const HEADS = /(?:^|_)(?:title|toolbar_title|header|headline|heading)(?:$|_)/;

/** What to call a screen: the text that heads it, else its first text, else its activity; null where nothing is known of it. */
export function screenTitle(hierarchy: UiHierarchy | null, activity: Activity | null): string | null {
  let first: string | null = null;
  for (const node of hierarchy?.nodes ?? []) {
    const text = node.text;
    if (text === '' || !node.isVisible) continue;
    if (HEADS.test(node.resourceName)) return cut(text);
    first ??= text;
  }
  if (first !== null) return cut(first);
  if (activity === null) return null;
  return activity.activity.slice(activity.activity.lastIndexOf('.') + 1) || null;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
