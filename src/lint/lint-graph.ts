import type { Finding } from '../domain/finding.js';
import type { GraphSubject } from './graph-subject.js';
import { lintActions } from './graph-rules/action-rules.js';
import { lintBoxes } from './graph-rules/box-rules.js';
import { lintEdges } from './graph-rules/edge-rules.js';
import { lintLauncher } from './graph-rules/launcher-rules.js';
import { lintReach } from './graph-rules/reach-rules.js';

/** Everything that is wrong with a graph by itself. `starts`: nodes that tasks begin on. */
export function lintGraph(subject: GraphSubject, options: { starts?: Iterable<number> } = {}): Finding[] {
  return [
    ...lintEdges(subject),
    ...lintActions(subject),
    ...lintBoxes(subject),
    ...lintLauncher(subject),
    ...lintReach(subject, options.starts ?? []),
  ];
}
