import type { Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { isOnScreen, numberNodes, type NumberedNode } from './numbered-nodes.js';

/** The elements of a screen as AndroidWorld counts them. */
export interface M3aElements {
  /** Those that are shown; their numbers are their places among all. */
  readonly valid: readonly NumberedNode[];
  /** All elements, hidden ones included. */
  readonly count: number;
}

/**
 * Leaves, and other nodes that have a content description or can be scrolled, in document order from 0. Hidden ones and
 * those off the screen keep their numbers and are not shown.
 *
 * Source: AndroidWorld reference code, element list of M3A and T3A.
 */
export function m3aElements({ roots }: UiHierarchy, screen: Size | null): M3aElements {
  const all: UiNode[] = [];
  const waiting = roots.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isElement(node)) all.push(node);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return { valid: numberNodes(all).filter(({ node }) => isOnScreen(node, screen)), count: all.length };
}

function isElement(node: UiNode): boolean {
  return node.children.length === 0 || node.description !== '' || node.attribute('scrollable') === 'true';
}

/** Attributes that are named only where they hold; the others are always named. */
const NAMED_IF_TRUE: ReadonlySet<string> = new Set(['is_scrollable', 'is_focusable']);

/**
 * An element on one line: `UI element 3: {"index": 3, "text": "Save", "is_clickable": true, …}`. The braces hold JSON, so
 * that quotes and line feeds of a text cannot end it.
 *
 * Source: AndroidWorld reference code, element descriptions of M3A. Deviation: theirs are not escaped.
 */
export function m3aElementText({ index, node }: NumberedNode): string {
  const is = (name: string): boolean => node.attribute(name) === 'true';
  const words = Object.entries({
    text: node.text,
    content_description: node.description,
    hint_text: node.attribute('hint') ?? '',
  }).filter(([, value]) => value !== '');
  const states = Object.entries({
    is_clickable: is('clickable'),
    is_long_clickable: is('long-clickable'),
    is_editable: node.className.endsWith('EditText'),
    is_scrollable: is('scrollable'),
    is_focusable: is('focusable'),
    is_selected: is('selected'),
    is_checked: is('checked'),
  }).filter(([name, value]) => value || !NAMED_IF_TRUE.has(name));
  const parts = [['index', index] as const, ...words, ...states].map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `UI element ${index}: {${parts.join(', ')}}`;
}
