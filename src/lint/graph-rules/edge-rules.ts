import type { Finding } from '../../domain/finding.js';
import type { EdgeAction } from '../../domain/graph/graph.js';
import { largestScreen } from '../../domain/graph/solving/largest-screen.js';
import { boxContains, type Box, type Size } from '../../domain/geometry.js';
import { shortId, type GraphSubject } from '../graph-subject.js';
import { found } from '../rules.js';

/** Edges that never fire, or fire in ways nobody meant. */
export function lintEdges(subject: GraphSubject): Finding[] {
  const findings: Finding[] = [];
  const { graph, file } = subject;
  for (const [index, node] of graph.nodes.entries()) {
    for (const [number, edge] of node.edges.entries()) {
      const target = graph.nodes[edge.target]?.id ?? '';
      const where = { file, path: subject.edge(index, number), subjects: [node.id, target] };
      const way = `from ${shortId(node.id)} to ${shortId(target)}`;
      if (edge.actions.length === 0) {
        findings.push(found('graph/empty-edge', { ...where, message: `the edge ${way} has no action` }));
        continue;
      }
      const reasons = edge.actions.map((action) => reasonNeverFires(subject, index, action));
      if (reasons.every((reason) => reason !== null)) {
        const message = `the edge ${way} never fires: ${[...new Set(reasons)].join('; ')}`;
        findings.push(found('graph/edge-never-fires', { ...where, message }));
      }
      const waits = edge.actions.filter((action) => action.type === 'wait').length;
      if (waits > 1) {
        const message = `the edge ${way} lists waiting ${waits} times`;
        findings.push(found('graph/repeated-wait', { ...where, message, details: { waits } }));
      }
      for (const [place, action] of edge.actions.entries()) {
        if (action.type !== 'type' || action.match.normal !== '') continue;
        const message = `the edge ${way} is typed with an empty text`;
        findings.push(
          found('graph/empty-text', { ...where, message, path: subject.action(index, number, place) }),
        );
      }
    }
  }
  return findings;
}

/** Why no action of an agent fires this one, or null when one does. */
function reasonNeverFires(subject: GraphSubject, node: number, action: EdgeAction): string | null {
  const { graph } = subject;
  const isRoot = node === graph.root;
  switch (action.type) {
    case 'click':
    case 'long_press': {
      if (action.box === null && action.point === null) return `${action.type} has neither box nor point`;
      if (action.box === null) return null;
      if (!touchesScreen(action.box, largestScreen(graph, node)))
        return `its box [${action.box.join(', ')}] is off the screen`;
      const icons = graph.launcher[subject.mode].icons;
      if (!isRoot || action.type !== 'click') return null;
      return icons.some(({ box }) => covers(box, action.box))
        ? 'its box lies under an icon of the root'
        : null;
    }
    case 'swipe':
      if (action.direction === null) return 'the swipe has no direction';
      if (action.box === null || touchesScreen(action.box, largestScreen(graph, node))) return null;
      return `its box [${action.box.join(', ')}] is off the screen`;
    case 'open':
      return isRoot ? null : 'apps are opened by the launcher; open edges count on the root only';
    case 'other':
      return `no agent has an action "${action.name}"`;
    case 'type':
    case 'key':
    case 'wait':
      return null;
    default:
      return action satisfies never;
  }
}

function touchesScreen(box: Box, screen: Size): boolean {
  return box[0] < screen.width && box[1] < screen.height && box[2] >= 0 && box[3] >= 0;
}

function covers(outer: Box, inner: Box | null): boolean {
  return inner !== null && boxContains(outer, inner[0], inner[1]) && boxContains(outer, inner[2], inner[3]);
}
