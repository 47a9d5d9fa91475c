import { boxContains, type Box, type Size } from '../../domain/geometry.js';
import type { GraphFile } from '../../formats/graph/graph-file.js';

type GraphFileAction = NonNullable<GraphFile['nodes'][number]['edges']>[number]['actions'][number];

/** Something that leads away from a state, with the touches that it was seen to follow. */
export interface TouchEdge {
  /** Id of the node it leads to. */
  readonly to: string;
  readonly action: GraphFileAction;
  /** Pixels. */
  readonly touches: readonly (readonly [number, number])[];
}

/**
 * The edges with boxes that lie on the screen, and share no pixel with a box of the same kind that leads elsewhere: a box is cut on the side
 * that costs it least and none of its own touches. Where two touches lie too near to each other, the later edge is left out.
 */
export function separateBoxes(edges: readonly TouchEdge[], screen: Size): readonly TouchEdge[] {
  const kept: TouchEdge[] = [];
  for (const edge of edges) {
    let one: TouchEdge | null = onScreen(edge, screen);
    for (let index = 0; index < kept.length && one !== null; index += 1) {
      const other: TouchEdge | undefined = kept[index];
      if (other === undefined || !areRivals(one, other)) continue;
      const cut = cutApart(one, other);
      one = cut?.[0] ?? null;
      if (cut !== null) kept[index] = cut[1];
    }
    if (one !== null) kept.push(one);
  }
  return kept;
}

function onScreen(edge: TouchEdge, { width, height }: Size): TouchEdge {
  const box = boxOf(edge);
  if (box === null) return edge;
  const [left, top, right, bottom] = box;
  const inside: Box = [
    Math.min(Math.max(left, 0), width),
    Math.min(Math.max(top, 0), height),
    Math.min(Math.max(right, 0), width),
    Math.min(Math.max(bottom, 0), height),
  ];
  return withBox(edge, inside);
}

function areRivals(a: TouchEdge, b: TouchEdge): boolean {
  const [one, other] = [boxOf(a), boxOf(b)];
  if (one === null || other === null || a.to === b.to || a.action.type !== b.action.type) return false;
  // Swipes may begin anywhere in their direction.
  if (a.action.type === 'swipe' && b.action.type === 'swipe' && a.action.direction !== b.action.direction) {
    return false;
  }
  return one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];
}

/** Both with one of them cut, so that they share nothing; null where that would cost either a touch of its own. */
function cutApart(a: TouchEdge, b: TouchEdge): readonly [TouchEdge, TouchEdge] | null {
  const [one, other] = [boxOf(a), boxOf(b)];
  if (one === null || other === null) return null;
  const choices = [
    ...cuts(one, other).map((box) => ({ box, of: a, cost: areaOf(one) - areaOf(box) })),
    ...cuts(other, one).map((box) => ({ box, of: b, cost: areaOf(other) - areaOf(box) })),
  ];
  const [best] = choices
    .filter(({ box, of }) => areaOf(box) > 0 && of.touches.every(([x, y]) => boxContains(box, x, y)))
    .toSorted((x, y) => x.cost - y.cost);
  if (best !== undefined) return best.of === a ? [withBox(a, best.box), b] : [a, withBox(b, best.box)];
  return halfWay(a, b);
}

/** The four ways to cut a box so that it shares nothing with another. */
function cuts(box: Box, [left, top, right, bottom]: Box): Box[] {
  return [
    [box[0], box[1], left - 1, box[3]],
    [right + 1, box[1], box[2], box[3]],
    [box[0], box[1], box[2], top - 1],
    [box[0], bottom + 1, box[2], box[3]],
  ];
}

/** Boxes of touches that lie side by side, each up to the middle between them. */
function halfWay(a: TouchEdge, b: TouchEdge): readonly [TouchEdge, TouchEdge] | null {
  const [one, other] = [boxOf(a), boxOf(b)];
  if (one === null || other === null) return null;
  for (const axis of [0, 1] as const) {
    const [first, second] = [extentOf(a.touches, axis), extentOf(b.touches, axis)];
    for (const isSwapped of [false, true]) {
      const [low, high] = isSwapped ? [second, first] : [first, second];
      const between = Math.floor((low[1] + high[0]) / 2);
      if (!(low[1] <= between && between < high[0])) continue;
      const below = (box: Box): Box => replaced(box, axis + 2, Math.min(between, box[axis + 2] ?? 0));
      const above = (box: Box): Box => replaced(box, axis, Math.max(between + 1, box[axis] ?? 0));
      const cut: readonly [Box, Box] = isSwapped ? [above(one), below(other)] : [below(one), above(other)];
      if (areaOf(cut[0]) > 0 && areaOf(cut[1]) > 0) return [withBox(a, cut[0]), withBox(b, cut[1])];
    }
  }
  return null;
}

function extentOf(touches: TouchEdge['touches'], axis: 0 | 1): readonly [number, number] {
  const values = touches.map((touch) => touch[axis]);
  return [Math.min(...values), Math.max(...values)];
}

function replaced(box: Box, side: number, value: number): Box {
  const [left, top, right, bottom] = box.map((old, index) => (index === side ? value : old));
  return [left ?? 0, top ?? 0, right ?? 0, bottom ?? 0];
}

function areaOf([left, top, right, bottom]: Box): number {
  return right <= left || bottom <= top ? 0 : (right - left) * (bottom - top);
}

function boxOf({ action }: TouchEdge): Box | null {
  return 'box' in action ? (action.box ?? null) : null;
}

function withBox(edge: TouchEdge, box: Box): TouchEdge {
  if (!('box' in edge.action) || edge.action.box === undefined) return edge;
  return { ...edge, action: { ...edge.action, box } };
}
