import type { Size } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import { isEditable, isTrue, listedNodes, said } from './listed-nodes.js';
import { isOnScreen, numberNodes, type NumberedNode } from './numbered-nodes.js';

/** The elements of a screen as AndroidWorld counts them. */
export interface M3aElements {
  /** Those that are shown; their numbers are their places among all. */
  readonly valid: readonly NumberedNode[];
  /** All elements, those off the screen included. */
  readonly count: number;
}

/**
 * The elements of AndroidWorld from 0. Those off the screen and those of no area keep their numbers and are not shown.
 *
 * Source: AndroidWorld reference code, `validate_ui_element` of `m3a_utils.py`.
 */
export function m3aElements(hierarchy: UiHierarchy, screen: Size | null): M3aElements {
  const all = listedNodes(hierarchy);
  return { valid: numberNodes(all).filter(({ node }) => isOnScreen(node, screen)), count: all.length };
}

/** Attributes that are named only where they hold; the others are always named. */
const NAMED_IF_TRUE: ReadonlySet<string> = new Set(['is_scrollable', 'is_focusable']);

/**
 * An element on one line: `UI element 3: {"index": 3, "text": "Save", "is_clickable": True, …}`. Texts are as recorded, line
 * feeds and quotes included: nothing is escaped.
 *
 * Source: AndroidWorld reference code, element descriptions of M3A.
 */
export function m3aElementText({ index, node }: NumberedNode): string {
  const words = Object.entries({
    text: said(node, 'text'),
    content_description: said(node, 'content-desc'),
    hint_text: said(node, 'hint'),
  }).flatMap(([name, value]) => (value === '' ? [] : [`"${name}": "${value}"`]));
  const states = Object.entries({
    is_clickable: isTrue(node, 'clickable'),
    is_long_clickable: isTrue(node, 'long-clickable'),
    is_editable: isEditable(node),
    is_scrollable: isTrue(node, 'scrollable'),
    is_focusable: isTrue(node, 'focusable'),
    is_selected: isTrue(node, 'selected'),
    is_checked: isTrue(node, 'checked'),
  }).flatMap(([name, value]) =>
    value || !NAMED_IF_TRUE.has(name) ? [`"${name}": ${value ? 'True' : 'False'}`] : [],
  );
  return `UI element ${index}: {${[`"index": ${index}`, ...words, ...states].join(', ')}}`;
}
