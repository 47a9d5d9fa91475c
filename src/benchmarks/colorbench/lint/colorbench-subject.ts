import type { Graph } from '../../../domain/graph/graph.js';
import type { Mode } from '../../../domain/mode.js';
import type { GraphSubject, JsonPath } from '../../../lint/graph-subject.js';

/** A graph in the published form, `graph[source][target][action]`. */
export function colorbenchSubject(graph: Graph, mode: Mode, file: string): GraphSubject {
  const idOf = (node: number): string => graph.nodes[node]?.id ?? '';
  const edgePath = (node: number, edge: number): JsonPath => [
    idOf(node),
    idOf(graph.nodes[node]?.edges[edge]?.target ?? -1),
  ];
  /** Where a node that has no key of its own is first led to. */
  const firstMention = new Map<number, JsonPath>();
  for (const [index, node] of graph.nodes.entries()) {
    for (const [number, { target }] of node.edges.entries()) {
      if (graph.nodes[target]?.listed === true || firstMention.has(target)) continue;
      firstMention.set(target, edgePath(index, number));
    }
  }
  return {
    graph,
    mode,
    file,
    node: (node) => firstMention.get(node) ?? [idOf(node)],
    edge: edgePath,
    action: (node, edge, action) => [...edgePath(node, edge), action],
    app: (name) => {
      const [entry] = graph.launcher[mode].entries.get(name) ?? [];
      return entry === undefined ? [idOf(graph.root)] : [idOf(graph.root), idOf(entry)];
    },
    // Icons are known to the published code, not to the file.
    icon: () => [idOf(graph.root)],
  };
}
