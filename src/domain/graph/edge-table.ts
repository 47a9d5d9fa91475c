import type { EdgeAction, GraphNode, PreparedText } from './graph-node.js';

/** What a row of the table holds about an action of an edge. */
export const EdgeKind = {
  click: 1,
  longPress: 2,
  swipe: 3,
  type: 4,
  key: 5,
  open: 6,
  wait: 7,
  other: 8,
} as const;

/** How a row limits where the finger is: not at all, to a box, to the neighbourhood of a point. */
export const EdgeShape = { none: 0, box: 1, point: 2, never: 3 } as const;

/** Positions within a row. `a` to `d` are the sides of the box, or `a`, `b` the point; `extra` as each kind needs it. */
export const ROW = {
  kind: 0,
  shape: 1,
  target: 2,
  edge: 3,
  a: 4,
  b: 5,
  c: 6,
  d: 7,
  extra: 8,
  length: 9,
} as const;

/** Directions as numbers; 0 is none, which no swipe has. */
const DIRECTIONS = ['', 'up', 'down', 'left', 'right'];

/**
 * The edges of a graph laid out for matching: one row of numbers per action, node after node. A step then reads a few
 * neighbouring numbers instead of following a dozen references, which with thousands of nodes is what it costs.
 */
export interface EdgeTable {
  readonly rows: Float64Array;
  /** Per node, where its rows begin; one more at the end. */
  readonly starts: Int32Array;
  /** Per node, 1 where it has edges, be it without actions. */
  readonly hasEdges: Uint8Array;
  /** By `extra` of `type` rows. */
  readonly texts: readonly PreparedText[];
  /** By `extra` of `key` and `other` rows. */
  readonly names: readonly string[];
}

export function directionCode(direction: unknown): number {
  return typeof direction === 'string' && direction !== '' ? DIRECTIONS.indexOf(direction) : 0;
}

export function buildEdgeTable(nodes: readonly GraphNode[]): EdgeTable {
  let count = 0;
  for (const { edges } of nodes) for (const { actions } of edges) count += actions.length;
  const rows = new Float64Array(count * ROW.length);
  const starts = new Int32Array(nodes.length + 1);
  const hasEdges = new Uint8Array(nodes.length);
  const texts: PreparedText[] = [];
  const names: string[] = [];
  let row = 0;
  for (const [index, { edges }] of nodes.entries()) {
    starts[index] = row;
    hasEdges[index] = edges.length > 0 ? 1 : 0;
    for (const [edge, { target, actions }] of edges.entries()) {
      for (const action of actions) {
        rows[row + ROW.target] = target;
        rows[row + ROW.edge] = edge;
        fillRow(rows, row, action, texts, names);
        row += ROW.length;
      }
    }
  }
  starts[nodes.length] = row;
  return { rows, starts, hasEdges, texts, names };
}

function fillRow(
  rows: Float64Array,
  row: number,
  action: EdgeAction,
  texts: PreparedText[],
  names: string[],
): void {
  switch (action.type) {
    case 'click':
    case 'long_press':
      rows[row] = action.type === 'click' ? EdgeKind.click : EdgeKind.longPress;
      if (action.box !== null) fillPlace(rows, row, EdgeShape.box, action.box);
      else if (action.point !== null) fillPlace(rows, row, EdgeShape.point, action.point);
      else rows[row + ROW.shape] = EdgeShape.never;
      return;
    case 'swipe': {
      const direction = directionCode(action.direction);
      rows[row] = EdgeKind.swipe;
      rows[row + ROW.extra] = direction;
      if (direction === 0) rows[row + ROW.shape] = EdgeShape.never;
      else if (action.box !== null) fillPlace(rows, row, EdgeShape.box, action.box);
      return;
    }
    case 'type':
      rows[row] = EdgeKind.type;
      rows[row + ROW.extra] = texts.push(action.match) - 1;
      return;
    case 'key':
      rows[row] = EdgeKind.key;
      rows[row + ROW.extra] = names.push(action.key) - 1;
      return;
    case 'open':
      rows[row] = EdgeKind.open;
      return;
    case 'wait':
      rows[row] = EdgeKind.wait;
      return;
    case 'other':
      rows[row] = EdgeKind.other;
      rows[row + ROW.extra] = names.push(action.name) - 1;
      return;
    default:
      action satisfies never;
  }
}

function fillPlace(rows: Float64Array, row: number, shape: number, place: readonly number[]): void {
  rows[row + ROW.shape] = shape;
  rows.set(place, row + ROW.a);
}
