import { DatasetError } from '../../errors.js';
import { buildEdgeTable } from './edge-table.js';
import type { EdgeAction, Graph, GraphNode, GraphScreen, Launcher } from './graph.js';
import { findGraphProblems, type GraphSource, type SourceAction, type SourceScreen } from './graph-source.js';
import { keyName } from './native-action.js';
import { prepareText } from './text-match.js';

/**
 * A graph ready to run episodes on.
 *
 * Opening an app leads to the entries its launcher lists, then to the targets of the root's own `open` edges for it.
 *
 * @throws {DatasetError} when the source contradicts itself (see `findGraphProblems`).
 */
export function buildGraph(source: GraphSource): Graph {
  const [problem] = findGraphProblems(source);
  if (problem !== undefined) {
    throw new DatasetError(problem.message, {
      place: { file: source.name, path: problem.path },
      hint: 'Every id is given once, and every edge, entry and root names a node.',
    });
  }
  const nodeIndex = new Map(source.nodes.map((node, index) => [node.id, index]));
  const indexOf = (id: string): number => nodeIndex.get(id) ?? -1;
  const nodes = source.nodes.map((node): GraphNode => ({
    id: node.id,
    title: node.title ?? null,
    listed: true,
    ...(node.showFor === undefined ? {} : { showFor: node.showFor }),
    screens: (node.screens ?? [{ id: node.id }]).map(buildScreen),
    edges: (node.edges ?? []).map((edge) => ({
      target: indexOf(edge.to),
      actions: edge.actions.map(buildAction),
    })),
  }));
  const root = indexOf(source.root);
  return {
    name: source.name,
    screenSize: source.screenSize,
    root,
    nodes,
    table: buildEdgeTable(nodes),
    nodeIndex,
    launcher: {
      reference: buildLauncher(source, indexOf, (name) => name),
      corrected: buildLauncher(source, indexOf, foldAppName),
    },
    intents: new Map((source.launcher?.apps ?? []).map(({ name, intents = [] }) => [name, intents])),
    ...(source.clock === undefined ? {} : { clock: source.clock }),
  };
}

/** How `corrected` mode compares app names: trimmed, case folded. */
export function foldAppName(name: string): string {
  return name.trim().toLowerCase();
}

function buildScreen(screen: SourceScreen): GraphScreen {
  return {
    id: screen.id,
    picture: screen.picture ?? null,
    hierarchy: screen.hierarchy ?? null,
    activity: screen.activity ?? null,
    size: screen.size ?? null,
  };
}

function buildAction(action: SourceAction): EdgeAction {
  switch (action.type) {
    case 'click':
    case 'long_press':
      return { type: action.type, box: action.box ?? null, point: action.point ?? null };
    case 'swipe':
      return { type: 'swipe', direction: action.direction, box: action.box ?? null };
    case 'type':
      return { type: 'type', text: action.text, match: prepareText(action.text) };
    case 'key':
      return { type: 'key', key: keyName(action.key) };
    case 'open':
    case 'wait':
      return action;
    default:
      return action satisfies never;
  }
}

function buildLauncher(
  source: GraphSource,
  indexOf: (id: string) => number,
  nameOf: (name: string) => string,
): Launcher {
  const entries = new Map<string, number[]>();
  const aliases = new Map<string, string>();
  const add = (app: string, target: number): void => {
    const known = entries.get(app);
    if (known === undefined) entries.set(app, [target]);
    else if (!known.includes(target)) known.push(target);
  };
  for (const app of source.launcher?.apps ?? []) {
    for (const alias of app.aliases ?? []) {
      if (nameOf(alias) !== nameOf(app.name)) aliases.set(nameOf(alias), nameOf(app.name));
    }
    for (const entry of app.entries) add(nameOf(app.name), indexOf(entry));
  }
  const root = source.nodes.find((node) => node.id === source.root);
  for (const edge of root?.edges ?? []) {
    for (const action of edge.actions) {
      if (action.type !== 'open') continue;
      const name = nameOf(action.app);
      add(aliases.get(name) ?? name, indexOf(edge.to));
    }
  }
  return { entries, aliases, icons: source.launcher?.icons ?? [] };
}
