import { isSameValue, type ActionMatrix } from '../../../domain/construction/action-matrix.js';
import {
  PENDING,
  type ConstructedEdge,
  type ConstructedGraph,
  type ConstructedNode,
} from '../../../domain/construction/constructed-graph.js';
import { actionOf, constructedOfMatrix } from './constructed-matrix.js';

/**
 * A changed matrix as the constructed graph that it is from: descriptions, apps, edges that nobody has followed, and the parameters of
 * actions stay as they were, in their order. What is new comes last.
 *
 * @param options.origin the graph before the changes
 * @param options.merged screens that went into others, by their names
 */
export function carriedConstructed(
  matrix: ActionMatrix,
  {
    origin,
    merged,
    app,
    now,
  }: {
    readonly origin: ConstructedGraph;
    readonly merged: ReadonlyMap<string, string>;
    readonly app: string;
    readonly now: string;
  },
): ConstructedGraph {
  const appName = app === '' ? origin.metadata.app : app;
  const { nodes, metadata } = constructedOfMatrix(matrix, { app: appName, now });
  const before = Object.values(origin.nodes);
  const pageOfScreen = new Map(
    Object.values(nodes).flatMap(({ node_id, screenlists }) =>
      screenlists.map(({ screenshot_path }) => [screenshot_path, node_id] as const),
    ),
  );
  // Pages without a screenshot are none of the matrix's.
  const bare = before.filter(({ screenlists, node_id }) => screenlists.length === 0 && !(node_id in nodes));
  const pageOf = new Map(bare.map(({ node_id }) => [node_id, node_id]));
  const isBare = new Set(bare.map(({ node_id }) => node_id));
  for (const { node_id, screenlists } of before) {
    const page =
      node_id in nodes
        ? node_id
        : screenlists
            .map(({ screenshot_path }) => pageOfScreen.get(survivor(screenshot_path, merged)))
            .find((found) => found !== undefined);
    if (page !== undefined) pageOf.set(node_id, page);
  }
  const descriptions = new Map(
    before.flatMap(({ screenlists }) =>
      screenlists.map((screen) => [screen.screenshot_path, screen] as const),
    ),
  );
  const carried = Object.values(nodes).map((made): ConstructedNode => {
    const sources = before
      .filter(({ node_id }) => pageOf.get(node_id) === made.node_id)
      .toSorted((a, b) => Number(b.node_id === made.node_id) - Number(a.node_id === made.node_id));
    const [first] = sources;
    const edges = edgesOf(made, sources, { pageOf, isBare });
    const next = new Set([
      ...sources.flatMap(({ next_node_id_list: list }) => list.map((id) => pageOf.get(id) ?? null)),
      ...made.next_node_id_list,
    ]);
    return {
      ...first,
      ...made,
      ...(first === undefined || app !== '' ? {} : { app: first.app }),
      screenlists: made.screenlists.map((screen) => descriptions.get(screen.screenshot_path) ?? screen),
      ui_element_edge_list: edges,
      next_node_id_list: [...next].filter((id) => id !== null).toSorted((a, b) => a - b),
    };
  });
  const all = [...carried, ...bare];
  return {
    metadata: {
      ...origin.metadata,
      created_at: now,
      num_nodes: all.length,
      app: appName,
      next_id: Math.max(origin.metadata.next_id, metadata.next_id),
    },
    nodes: Object.fromEntries(all.map((node) => [String(node.node_id), node])),
  };
}

function survivor(name: string, merged: ReadonlyMap<string, string>): string {
  let found = name;
  for (let next = merged.get(found); next !== undefined && next !== found; next = merged.get(found))
    found = next;
  return found;
}

/** Edges as they were, as far as the matrix still has them; then those that are new. */
function edgesOf(
  made: ConstructedNode,
  sources: readonly ConstructedNode[],
  { pageOf, isBare }: { readonly pageOf: ReadonlyMap<number, number>; readonly isBare: ReadonlySet<number> },
): ConstructedEdge[] {
  const left = [...made.ui_element_edge_list];
  const targets = new Set(left.map(({ target_node }) => target_node));
  const kept: ConstructedEdge[] = [];
  for (const edge of sources.flatMap(({ ui_element_edge_list: edges }) => edges)) {
    const isPending = edge.target_node === PENDING;
    const target = isPending ? PENDING : pageOf.get(edge.target_node);
    if (target === undefined) continue;
    const own = { ...edge, source_node: made.node_id, target_node: target };
    if (isPending || isBare.has(target)) {
      if (!kept.some((other) => isSameValue(other, own))) kept.push(own);
      continue;
    }
    const at = left.findIndex(
      ({ target_node, action_type, action_parameter }) =>
        target_node === target &&
        isSameValue(
          { ...action_parameter, action_type },
          { ...actionOf(edge), action_type: edge.action_type },
        ),
    );
    if (at !== -1) left.splice(at, 1);
    // An edge without an action leaves no trace in a cell that has others.
    if (at !== -1 || (edge.action_type === '' && targets.has(target))) kept.push(own);
  }
  return [...kept, ...left];
}
