import {
  unitedActions,
  type ActionMatrix,
  type MatrixAction,
} from '../../../domain/construction/action-matrix.js';
import {
  PENDING,
  type ConstructedEdge,
  type ConstructedGraph,
  type ConstructedNode,
} from '../../../domain/construction/constructed-graph.js';
import type { Mode } from '../../../domain/mode.js';
import { isNear } from './graph-matrix.js';

/** Type of an edge that nothing fires: such edges are kept, too. */
const NO_ACTION = '';
/** Pixels on both axes within which the published conversion takes touches of one type for one. */
const NEAR = 50;

/**
 * A constructed graph as a matrix of screenshots: each edge between two pages is there between each of their screenshots.
 *
 * `reference` does as the published conversion: edges from a page to itself and back edges are dropped, and touches near an earlier
 * one of the cell; `corrected` keeps them. Edges that nobody has followed lead nowhere and are dropped in both.
 *
 * Source: ColorBench reference code `parse_json_to_cvs.py`; colorbench.md section 6.6.
 *
 * @returns the matrix, and how many edges lead nowhere
 */
export function matrixOfConstructed(
  { nodes }: ConstructedGraph,
  mode: Mode,
): { readonly matrix: ActionMatrix; readonly pending: number } {
  const screensOf = new Map(
    Object.values(nodes).map(({ node_id, screenlists }) => [
      node_id,
      screenlists.map(({ screenshot_path }) => screenshot_path),
    ]),
  );
  const rows = new Map<string, Map<string, MatrixAction[]>>();
  const pages = new Map<string, number>();
  let pending = 0;
  for (const { node_id: id, listed = true, ui_element_edge_list: edges } of Object.values(nodes)) {
    const screens = screensOf.get(id) ?? [];
    for (const screen of screens) {
      pages.set(screen, id);
      if (listed) rows.set(screen, new Map());
    }
    for (const edge of edges) {
      if (edge.target_node === PENDING) pending += 1;
      else if (mode === 'corrected' || !isDropped(edge)) {
        for (const from of screens) {
          for (const to of screensOf.get(edge.target_node) ?? []) addTo(rows, from, to, edge, mode);
        }
      }
    }
  }
  return { matrix: { names: [...pages.keys()], rows, pages }, pending };
}

function isDropped({ source_node, target_node, action_type, action_parameter }: ConstructedEdge): boolean {
  return (
    source_node === target_node || (action_type === 'system_button' && action_parameter['text'] === 'back')
  );
}

function addTo(
  rows: Map<string, Map<string, MatrixAction[]>>,
  from: string,
  to: string,
  edge: ConstructedEdge,
  mode: Mode,
): void {
  const row = rows.get(from) ?? new Map<string, MatrixAction[]>();
  rows.set(from, row);
  const cell = row.get(to) ?? [];
  row.set(to, cell);
  if (edge.action_type === NO_ACTION) return;
  const action = actionOf(edge);
  const type = edge.action_type;
  const isTouch = type === 'click' || type === 'long_press';
  const isKnown =
    mode === 'reference' &&
    isTouch &&
    cell.some((other) => other['action_type'] === type && isNear(other, action, NEAR));
  if (!isKnown) cell.push(action);
}

/** An edge's action in the words of a matrix. */
export function actionOf({ action_type: type, action_parameter: given }: ConstructedEdge): MatrixAction {
  const { text, start, lift, ...others } = given;
  if (type === 'open' && typeof text === 'string') return { action_type: type, app: text, ...others };
  if (type === 'system_button' && typeof text === 'string')
    return { action_type: type, button: text, ...others };
  if (type === 'swipe' && Array.isArray(start) && Array.isArray(lift)) {
    return { action_type: type, x1: start[0], y1: start[1], x2: lift[0], y2: lift[1], ...others };
  }
  return { action_type: type, ...given };
}

/**
 * A matrix as a constructed graph: a page for each screen, or for several where the matrix says so. Every field of an action is kept.
 *
 * @param options.now ISO 8601
 */
export function constructedOfMatrix(
  { names, rows, pages }: ActionMatrix,
  { app, now }: { readonly app: string; readonly now: string },
): ConstructedGraph {
  const ordered = [...rows.keys(), ...names.filter((name) => !rows.has(name))];
  let nextId = Math.max(-1, ...pages.values()) + 1;
  const pageOf = new Map(
    ordered.map((name) => {
      const page = pages.get(name) ?? nextId;
      nextId = Math.max(nextId, page + 1);
      return [name, page];
    }),
  );
  const nodes = new Map<number, ConstructedNode>();
  const cells = new Map<number, Map<number, readonly MatrixAction[]>>();
  for (const [name, id] of pageOf) {
    const node = nodes.get(id) ?? emptyNode(id, app);
    nodes.set(id, node);
    node.screenlists.push({ screenshot_path: name, node_description: '' });
    if (!rows.has(name)) node.listed = false;
    const row = cells.get(id) ?? new Map<number, readonly MatrixAction[]>();
    cells.set(id, row);
    for (const [target, actions] of rows.get(name) ?? []) {
      const to = pageOf.get(target) ?? -1;
      const known = row.get(to);
      row.set(to, known === undefined ? actions : unitedActions(known, actions));
    }
  }
  for (const [id, row] of cells) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    node.ui_element_edge_list = [...row].flatMap(([to, actions]) => edgesOf(id, to, actions));
    node.next_node_id_list = [...row.keys()].toSorted((a, b) => a - b);
  }
  return {
    metadata: { created_at: now, num_nodes: nodes.size, app, next_id: nextId },
    nodes: Object.fromEntries([...nodes].map(([id, node]) => [String(id), node])),
  };
}

function emptyNode(id: number, app: string): ConstructedNode {
  return { node_id: id, app, screenlists: [], ui_element_edge_list: [], next_node_id_list: [] };
}

function edgesOf(from: number, to: number, actions: readonly MatrixAction[]): ConstructedEdge[] {
  const ends = { source_node: from, target_node: to };
  if (actions.length === 0) return [{ ...ends, action_type: NO_ACTION, action_parameter: {} }];
  return actions.map(({ action_type: type, ...rest }) => ({
    ...ends,
    action_type: typeof type === 'string' ? type : 'unknown',
    action_parameter: rest,
  }));
}
