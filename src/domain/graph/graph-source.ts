import type { Activity } from '../screen.js';
import type { Box, Direction, Size } from '../geometry.js';

/** What makes an edge fire, as written in a file. Boxes and points are pixels of the screen's picture. */
export type SourceAction =
  | {
      readonly type: 'click' | 'long_press';
      /** Sides inclusive; goes before `point`. */
      readonly box?: Box | undefined;
      /** Centre of a circle with radius 0.14 × 1080 pixels. */
      readonly point?: readonly [number, number] | undefined;
    }
  /** `box`: the finger must start inside it. */
  | { readonly type: 'swipe'; readonly direction: Direction; readonly box?: Box | undefined }
  | { readonly type: 'type'; readonly text: string }
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'open'; readonly app: string }
  | { readonly type: 'wait' };

export interface SourceEdge {
  /** Id of the node it leads to. */
  readonly to: string;
  readonly actions: readonly SourceAction[];
}

export interface SourceScreen {
  readonly id: string;
  readonly picture?: string | undefined;
  readonly hierarchy?: string | undefined;
  readonly activity?: Activity | undefined;
  /** When it differs from the graph's. */
  readonly size?: Size | undefined;
}

export interface SourceNode {
  readonly id: string;
  readonly title?: string | undefined;
  /** One screen with the node's own id when absent. */
  readonly screens?: readonly SourceScreen[] | undefined;
  /** Number of observations after which its `wait` edges fire by themselves, on phones. */
  readonly showFor?: number | undefined;
  readonly edges?: readonly SourceEdge[] | undefined;
}

/** An intent that an app takes, as an Android intent filter does. */
export interface AppIntent {
  readonly action: string;
  /** Those that an intent may have. */
  readonly categories?: readonly string[] | undefined;
  /** Beginnings of the data's URI; without them the intent has no data. */
  readonly data?: readonly string[] | undefined;
  /** Media types of the data. */
  readonly types?: readonly string[] | undefined;
}

/** When a phone was recorded, and the zone that its clock shows. */
export interface RecordedClock {
  /** ISO 8601 with offset. */
  readonly recordedAt: string;
  /** IANA name. */
  readonly timeZone: string;
}

export interface SourceLauncher {
  readonly apps: readonly {
    readonly name: string;
    readonly aliases?: readonly string[] | undefined;
    /** Nodes that opening the app leads to, drawn from uniformly. */
    readonly entries: readonly string[];
    /** What starts it on a phone. */
    readonly intents?: readonly AppIntent[] | undefined;
  }[];
  /** On the root only: a click inside the box opens the app. The first that contains the point counts. */
  readonly icons?: readonly { readonly app: string; readonly box: Box }[] | undefined;
}

/** A graph as written in a file or built in code, before `buildGraph` checks and prepares it. */
export interface GraphSource {
  readonly name: string;
  readonly screenSize: Size;
  /** Id of the node that HOME leads to. */
  readonly root: string;
  readonly launcher?: SourceLauncher | undefined;
  readonly clock?: RecordedClock | undefined;
  readonly nodes: readonly SourceNode[];
}

/** Whether waiting on a node may lead on. */
export function hasWait({ edges = [] }: Pick<SourceNode, 'edges'>): boolean {
  return edges.some(({ actions }) => actions.some(({ type }) => type === 'wait'));
}

/** A contradiction inside a graph, and the way to it. */
export interface GraphProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Everything about a graph that contradicts itself: unknown targets, ids given twice, apps without a way in, screens that pass with nothing to follow. */
export function findGraphProblems(source: GraphSource): GraphProblem[] {
  const problems: GraphProblem[] = [];
  const report = (message: string, ...path: (string | number)[]) => problems.push({ path, message });
  const nodeIds = new Set<string>();
  source.nodes.forEach((node, index) => {
    if (nodeIds.has(node.id)) report(`node id "${node.id}" is given twice`, 'nodes', index, 'id');
    nodeIds.add(node.id);
  });
  if (!nodeIds.has(source.root)) report(`there is no node "${source.root}"`, 'root');

  const screenIds = new Set<string>();
  source.nodes.forEach((node, index) => {
    node.screens?.forEach((screen, number) => {
      const path = ['nodes', index, 'screens', number, 'id'] as const;
      if (screenIds.has(screen.id)) report(`screen id "${screen.id}" is given twice`, ...path);
      else if (screen.id !== node.id && nodeIds.has(screen.id)) {
        report(`screen id "${screen.id}" is the id of another node`, ...path);
      }
      screenIds.add(screen.id);
    });
    if (node.showFor !== undefined && !hasWait(node)) {
      report(
        `nothing follows node "${node.id}", which shows for a while: it has no "wait" edge`,
        'nodes',
        index,
        'showFor',
      );
    }
    node.edges?.forEach((edge, number) => {
      if (!nodeIds.has(edge.to))
        report(`there is no node "${edge.to}"`, 'nodes', index, 'edges', number, 'to');
    });
  });

  const apps = new Set<string>();
  source.launcher?.apps.forEach((app, index) => {
    if (apps.has(app.name)) report(`app "${app.name}" is given twice`, 'launcher', 'apps', index, 'name');
    apps.add(app.name);
    app.entries.forEach((entry, number) => {
      if (!nodeIds.has(entry)) {
        report(`there is no node "${entry}"`, 'launcher', 'apps', index, 'entries', number);
      }
    });
  });
  const aliases = new Set<string>();
  source.launcher?.apps.forEach((app, index) => {
    app.aliases?.forEach((alias, number) => {
      if (aliases.has(alias) || (apps.has(alias) && alias !== app.name)) {
        report(`"${alias}" names two apps`, 'launcher', 'apps', index, 'aliases', number);
      }
      aliases.add(alias);
    });
  });
  return problems;
}
