import type { Finding } from '../../domain/finding.js';
import { carriedText, carriesText } from '../../domain/text/carried-text.js';
import type { EdgeAction } from '../../domain/graph/graph.js';
import { prepareTyped, textMatches } from '../../domain/graph/text-match.js';
import type { Mode } from '../../domain/mode.js';
import { shortId, type GraphSubject } from '../graph-subject.js';
import { found } from '../rules.js';

/**
 * Swipes, keys and texts that fire edges to different nodes. Clicks are `box-rules.ts`; waiting is left out, since waiting
 * edges are drawn from by design.
 */
export function lintActions(subject: GraphSubject): Finding[] {
  const findings: Finding[] = [];
  const { graph, mode, file } = subject;
  for (const [index, node] of graph.nodes.entries()) {
    for (const [number, edge] of node.edges.entries()) {
      for (const [place, action] of edge.actions.entries()) {
        const rivals = node.edges.filter(
          (other, at) =>
            at !== number &&
            other.target !== edge.target &&
            other.actions.some((candidate) => firesToo(action, candidate, mode)),
        );
        if (rivals.length === 0) continue;
        const targets = [edge, ...rivals].map(({ target }) => graph.nodes[target]?.id ?? '');
        findings.push(
          found('graph/ambiguous-action', {
            file,
            path: subject.action(index, number, place),
            subjects: [node.id, ...targets],
            message: `on ${shortId(node.id)} ${nameOf(action)} leads to ${targets.map(shortId).join(' or to ')}`,
          }),
        );
      }
    }
  }
  return findings;
}

/** Whether doing exactly what fires one action fires the other too. */
function firesToo(done: EdgeAction, other: EdgeAction, mode: Mode): boolean {
  switch (done.type) {
    case 'swipe':
      return (
        other.type === 'swipe' &&
        other.direction === done.direction &&
        done.direction !== null &&
        done.box === null &&
        other.box === null
      );
    case 'type':
      if (other.type !== 'type') return false;
      return mode === 'corrected'
        ? carriesText(other.match.asked, carriedText(done.text))
        : textMatches(other.match, prepareTyped(done.text));
    case 'key':
      return other.type === 'key' && other.key === done.key;
    case 'click':
    case 'long_press':
    case 'open':
    case 'wait':
    case 'other':
      return false;
    default:
      return done satisfies never;
  }
}

function nameOf(action: EdgeAction): string {
  switch (action.type) {
    case 'swipe':
      return `swiping ${action.direction ?? ''}`;
    case 'type':
      return `typing ${JSON.stringify(action.text)}`;
    case 'key':
      return `pressing ${action.key}`;
    case 'click':
    case 'long_press':
    case 'open':
    case 'wait':
    case 'other':
      return action.type;
    default:
      return action satisfies never;
  }
}
