import type { Finding } from '../../domain/finding.js';
import { transition } from '../../domain/graph/transition.js';
import { shortId, type GraphSubject } from '../graph-subject.js';
import { found } from '../rules.js';

/** How apps open: entries, names, icons. */
export function lintLauncher(subject: GraphSubject): Finding[] {
  const { graph, mode, file } = subject;
  const launcher = graph.launcher[mode];
  const findings: Finding[] = [];
  for (const [app, entries] of launcher.entries) {
    const ids = entries.map((entry) => graph.nodes[entry]?.id ?? '');
    const where = { file, path: subject.app(app), subjects: [app, ...ids], details: { entries: ids } };
    if (ids.length === 0) {
      findings.push(
        found('graph/app-without-entry', { ...where, message: `opening "${app}" leads nowhere` }),
      );
    } else if (ids.length > 1) {
      const message = `opening "${app}" leads to one of ${ids.length} nodes: ${ids.map(shortId).join(', ')}`;
      findings.push(found('graph/ambiguous-app', { ...where, message }));
    }
  }
  for (const [index, { app }] of launcher.icons.entries()) {
    if (transition(graph, mode, [graph.root], { action_type: 'open', app }).rule === 'open') continue;
    const message = `the icon "${app}" opens an app that has no entry`;
    findings.push(
      found('graph/icon-without-app', { file, path: subject.icon(index), subjects: [app], message }),
    );
  }
  if (mode === 'reference') findings.push(...lintIgnoredNames(subject));
  return findings;
}

function lintIgnoredNames(subject: GraphSubject): Finding[] {
  const { graph, file } = subject;
  const findings: Finding[] = [];
  for (const [number, edge] of graph.nodes[graph.root]?.edges.entries() ?? []) {
    const names = edge.actions.flatMap((action) => (action.type === 'open' ? [action.app] : []));
    const [first, ...others] = [...new Set(names)];
    if (first === undefined || others.length === 0) continue;
    findings.push(
      found('graph/ignored-app-name', {
        file,
        path: subject.edge(graph.root, number),
        subjects: others,
        message: `an edge of the root opens "${first}"; its other names do not count: ${others.join(', ')}`,
      }),
    );
  }
  return findings;
}
