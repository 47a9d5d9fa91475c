import { boxContains, type Box, type Size } from '../../domain/geometry.js';
import type { Finding } from '../../domain/finding.js';
import type { EdgeAction } from '../../domain/graph/graph.js';
import { largestScreen } from '../../domain/graph/solving/largest-screen.js';
import { shortId, type GraphSubject, type JsonPath } from '../graph-subject.js';
import { found } from '../rules.js';

interface BoxedAction {
  readonly action: Extract<EdgeAction, { type: 'click' | 'long_press' }>;
  readonly box: Box;
  readonly target: number;
  readonly path: JsonPath;
}

/** Click and long press areas: where they lie, and where they lie on each other. */
export function lintBoxes(subject: GraphSubject): Finding[] {
  const findings: Finding[] = [];
  for (const [index, node] of subject.graph.nodes.entries()) {
    const boxed = boxedActions(subject, index);
    const screen = largestScreen(subject.graph, index);
    for (const one of boxed) findings.push(...lintBox(subject, { node: node.id, screen }, one));
    findings.push(...lintPairs(subject, node.id, boxed));
  }
  return findings;
}

function boxedActions(subject: GraphSubject, index: number): BoxedAction[] {
  const boxed: BoxedAction[] = [];
  for (const [number, edge] of subject.graph.nodes[index]?.edges.entries() ?? []) {
    for (const [place, action] of edge.actions.entries()) {
      if ((action.type !== 'click' && action.type !== 'long_press') || action.box === null) continue;
      boxed.push({
        action,
        box: action.box,
        target: edge.target,
        path: subject.action(index, number, place),
      });
    }
  }
  return boxed;
}

function lintBox(
  subject: GraphSubject,
  { node, screen: { width, height } }: { readonly node: string; readonly screen: Size },
  { action, box, target, path }: BoxedAction,
): Finding[] {
  const findings: Finding[] = [];
  const subjects = [node, subject.graph.nodes[target]?.id ?? ''];
  const where = { file: subject.file, path, subjects, details: { box } };
  const name = `the ${action.type} box [${box.join(', ')}] on ${shortId(node)}`;
  if (box[0] < 0 || box[1] < 0 || box[2] > width || box[3] > height) {
    const message = `${name} leaves the ${width} × ${height} screen`;
    findings.push(found('graph/box-off-screen', { ...where, message }));
  }
  if (box[2] <= box[0] || box[3] <= box[1]) {
    const message = `${name} has no ${box[2] <= box[0] ? 'width' : 'height'}`;
    findings.push(found('graph/box-without-area', { ...where, message }));
  }
  if (action.point !== null && !boxContains(box, ...action.point)) {
    const message = `the recorded point (${action.point.join(', ')}) lies outside ${name}`;
    findings.push(found('graph/point-outside-box', { ...where, message }));
  }
  return findings;
}

function lintPairs(subject: GraphSubject, node: string, boxed: readonly BoxedAction[]): Finding[] {
  const findings: Finding[] = [];
  const { graph, file } = subject;
  for (const [index, first] of boxed.entries()) {
    for (const second of boxed.slice(index + 1)) {
      if (first.action.type !== second.action.type || first.target === second.target) continue;
      if (!overlap(first.box, second.box)) continue;
      const targets = [first, second].map(({ target }) => graph.nodes[target]?.id ?? '');
      const details = { boxes: [first.box, second.box], action: first.action.type };
      const where = { file, subjects: [node, ...targets], details };
      findings.push(
        found('graph/overlapping-boxes', {
          ...where,
          path: second.path,
          message: `two ${first.action.type} boxes on ${shortId(node)} overlap: [${first.box.join(', ')}] leads to ${shortId(targets[0] ?? '')}, [${second.box.join(', ')}] to ${shortId(targets[1] ?? '')}`,
        }),
      );
      for (const [own, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const [x, y] = own.action.point ?? centreOf(own.box);
        if (!boxContains(own.box, x, y) || !boxContains(other.box, x, y)) continue;
        findings.push(
          found('graph/ambiguous-click', {
            ...where,
            path: own.path,
            subjects: [node, graph.nodes[own.target]?.id ?? '', graph.nodes[other.target]?.id ?? ''],
            message: `on ${shortId(node)} a ${own.action.type} at (${x}, ${y}) leads to ${shortId(graph.nodes[own.target]?.id ?? '')} or to ${shortId(graph.nodes[other.target]?.id ?? '')}`,
          }),
        );
      }
    }
  }
  return findings;
}

/** Sides are inclusive, so boxes that share a border overlap. */
function overlap(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

function centreOf(box: Box): readonly [number, number] {
  return [Math.trunc((box[0] + box[2]) / 2), Math.trunc((box[1] + box[3]) / 2)];
}
