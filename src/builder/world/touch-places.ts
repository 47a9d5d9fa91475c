import type { Box, Size } from '../../domain/geometry.js';
import { nodeContains } from '../../domain/hierarchy/find-node.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';

/** A touch as recorded on one screen. */
export interface RecordedTouch {
  readonly at: readonly [number, number];
  /** Where it led. */
  readonly to: string;
}

/** Where a touch counts as the one that was recorded. */
export type TouchPlace = { readonly box: Box } | { readonly point: readonly [number, number] };

/** Elements that take more of the screen than this say nothing about what was touched. */
const LARGEST_SHARE = 0.5;
/** Pixels around a touch that others near it leave to it. */
const NARROW = 8;
/** How far a point reaches, in pixels. Source: format of graphs. */
const POINT_REACH = 0.14 * 1080;

/**
 * Where a touch counts as the one that was recorded: anywhere on the smallest element it met, else around its point. Where
 * another touch that led elsewhere would count as well, next to the point alone.
 */
export function touchPlace(
  touch: RecordedTouch,
  screen: {
    readonly size: Size;
    readonly hierarchy: UiHierarchy | null;
    readonly others: readonly RecordedTouch[];
  },
): TouchPlace {
  const { at } = touch;
  const others = screen.others.filter((other) => other.to !== touch.to);
  const box = smallestElement(at, screen);
  if (box !== null) return others.some((other) => isIn(box, other.at)) ? { box: around(at) } : { box };
  const isAlone = others.every(
    (other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) > 2 * POINT_REACH,
  );
  // A point reaches into the elements around it, too.
  return isAlone && others.length === 0 ? { point: at } : { box: around(at) };
}

function smallestElement(
  at: readonly [number, number],
  { hierarchy, size }: { readonly hierarchy: UiHierarchy | null; readonly size: Size },
): Box | null {
  let smallest: Box | null = null;
  let area = LARGEST_SHARE * size.width * size.height;
  for (const node of hierarchy?.nodes ?? []) {
    const [left, top, right, bottom] = node.bounds;
    const own = (right - left) * (bottom - top);
    if (own <= 0 || own > area || !nodeContains(node, at)) continue;
    smallest = node.bounds;
    area = own;
  }
  return smallest;
}

function isIn([left, top, right, bottom]: Box, [x, y]: readonly [number, number]): boolean {
  return left <= x && x <= right && top <= y && y <= bottom;
}

/** A box of few pixels around a point. */
export function around([x, y]: readonly [number, number]): Box {
  return [x - NARROW, y - NARROW, x + NARROW, y + NARROW];
}
