import type { Box } from '../../domain/geometry.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { NodeAction, UiNode } from '../../domain/hierarchy/ui-node.js';

/** Red, green and blue, 0–255 each. */
export type Colour = readonly [number, number, number];

/** Outline around a widget, pixels of the screen; 2 pixels wide. */
export interface MarkOutline {
  readonly type: 'outline';
  readonly bounds: Box;
  readonly colour: Colour;
}

/** Index of a widget on a coloured ground; `x`, `y` are the top-left corner of the text, pixels of the screen. */
export interface MarkLabel {
  readonly type: 'label';
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly background: Colour;
}

export type Mark = MarkOutline | MarkLabel;

/** Width of an outline, pixels. */
export const OUTLINE_WIDTH = 2;

const COLOURS: Readonly<Record<NodeAction, Colour>> = {
  click: [255, 0, 0],
  swipe: [0, 255, 0],
  text: [0, 0, 255],
  longclick: [255, 0, 255],
};

/** An outline takes the colour of the first of these that its widget supports. */
const PRECEDENCE = ['click', 'swipe', 'text', 'longclick'] as const satisfies readonly NodeAction[];

/** Labels stand this far right of and below their place, pixels. */
const LABEL_OFFSET = 5;

/**
 * The set of marks of a screen in drawing order: children before their parents, each widget's outline before its labels,
 * of which there is one per action.
 *
 * Source: SPHINX reference code, annotated image (outlines there are given in BGR).
 */
export function marksOf(hierarchy: UiHierarchy): Mark[] {
  const marks: Mark[] = [];
  for (const node of childrenFirst(hierarchy.roots)) {
    const index = hierarchy.widgetIndex(node);
    if (index === undefined) continue;
    const { actions, bounds } = node;
    const first = PRECEDENCE.find((action) => actions.includes(action)) ?? 'click';
    marks.push({ type: 'outline', bounds, colour: COLOURS[first] });
    for (const [place, action] of actions.entries()) {
      const [x, y] = labelPlace(bounds, place, actions.length);
      marks.push({ type: 'label', index, x, y, background: COLOURS[action] });
    }
  }
  return marks;
}

/** Labels of one widget share its width evenly, from right to left. */
function labelPlace([x1, y1, x2, y2]: Box, place: number, count: number): [number, number] {
  const x = Math.floor((x1 * (place + 1) + x2 * (count - place)) / (count + 1));
  return [x + LABEL_OFFSET, Math.floor((y1 + y2) / 2) + LABEL_OFFSET];
}

/** Post-order, without recursion: the reverse of a pre-order that takes the last child first. */
function childrenFirst(roots: readonly UiNode[]): UiNode[] {
  const order: UiNode[] = [];
  const waiting = [...roots];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node);
    for (const child of node.children) waiting.push(child);
  }
  return order.reverse();
}
