import type { Graph } from '../../domain/graph/graph.js';
import type { Mode } from '../../domain/mode.js';
import type { Point } from '../../domain/geometry.js';
import type { BlindWorld } from './blind-policy.js';
import { commonTargets } from './common-targets.js';

/** What a blind script may know of a recorded phone. An app's own screens are told by the package of those it opens on. */
export function blindWorld(graph: Graph, mode: Mode): BlindWorld {
  const { entries, aliases } = graph.launcher[mode];
  const byPackage = new Map<string, number[]>();
  for (const [index, { screens }] of graph.nodes.entries()) {
    const name = screens[0]?.activity?.package;
    if (name !== undefined) byPackage.set(name, [...(byPackage.get(name) ?? []), index]);
  }
  const all = commonTargets(graph, graph.nodes.keys());
  const ofApp = new Map<string, readonly Point[]>();
  for (const [app, [entry = -1]] of entries) {
    const name = graph.nodes[entry]?.screens[0]?.activity?.package;
    const own = name === undefined ? [] : commonTargets(graph, byPackage.get(name) ?? []);
    ofApp.set(app, own.length === 0 ? all : own);
  }
  const known = (app: string): string => {
    const name = mode === 'corrected' ? app.trim().toLowerCase() : app;
    return aliases.get(name) ?? name;
  };
  return {
    size: graph.screenSize,
    apps: [...entries.keys()],
    hasHierarchies: graph.nodes.some(({ screens }) => screens.some(({ hierarchy }) => hierarchy !== null)),
    targets: (app) => (app === null ? all : (ofApp.get(known(app)) ?? all)),
  };
}
