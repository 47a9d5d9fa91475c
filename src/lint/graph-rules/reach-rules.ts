import type { Finding } from '../../domain/finding.js';
import type { Graph } from '../../domain/graph/graph.js';
import type { Mode } from '../../domain/mode.js';
import { shortId, type GraphSubject } from '../graph-subject.js';
import { found } from '../rules.js';

/**
 * Nodes that edges with at least one action lead to, from the root, the launcher's entries and the nodes tasks start on.
 */
export function reachableNodes(graph: Graph, mode: Mode, starts: Iterable<number> = []): ReadonlySet<number> {
  const reached = new Set<number>([graph.root, ...starts]);
  for (const entries of graph.launcher[mode].entries.values()) {
    for (const entry of entries) reached.add(entry);
  }
  // A set visits what is added while it is walked through.
  for (const node of reached) {
    for (const edge of graph.nodes[node]?.edges ?? []) {
      if (edge.actions.length > 0) reached.add(edge.target);
    }
  }
  return reached;
}

/** Nodes that nothing leads to, and nodes that lead nowhere. */
export function lintReach(subject: GraphSubject, starts: Iterable<number>): Finding[] {
  const { graph, file } = subject;
  const findings: Finding[] = [];
  const reached = reachableNodes(graph, subject.mode, starts);
  for (const [index, node] of graph.nodes.entries()) {
    const where = { file, path: subject.node(index), subjects: [node.id] };
    if (!node.listed) {
      const message = `${shortId(node.id)} is only ever led to, never listed`;
      findings.push(found('graph/unlisted-target', { ...where, message }));
    }
    if (!reached.has(index)) {
      findings.push(
        found('graph/unreachable-node', { ...where, message: `nothing leads to ${shortId(node.id)}` }),
      );
    }
    const opensApps = index === graph.root && graph.launcher[subject.mode].entries.size > 0;
    if (!opensApps && !node.edges.some((edge) => edge.actions.length > 0)) {
      findings.push(
        found('graph/dead-end', { ...where, message: `nothing leads on from ${shortId(node.id)}` }),
      );
    }
  }
  return findings;
}
