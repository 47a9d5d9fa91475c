import type { GraphFile } from '../../formats/graph/graph-file.js';
import type { CheckedTransition, LiveScreenSeen } from '../../formats/fidelity/fidelity-event.js';
import { moveKey } from './recorded-moves.js';
import type { StaleScreen } from './fidelity-summary.js';

type GraphFileNode = GraphFile['nodes'][number];

/** What was changed in a world. */
export interface Rerecorded {
  readonly graph: GraphFile;
  /** Nodes whose screens are the live ones now. */
  readonly screens: readonly string[];
  /** Actions that lead to another recorded node now, to a new one, or nowhere. */
  readonly redirected: number;
  /** Nodes of screens that nobody had recorded. */
  readonly added: readonly string[];
  /** Live screens that the graph now names, by their numbers. */
  readonly used: readonly LiveScreenSeen[];
  /** Edges that differ and were left as they are: several places are touched by one area. */
  readonly left: number;
}

/**
 * The world with what went stale recorded anew: screens that the live app shows otherwise are replaced, and what led elsewhere leads
 * where it led. Node ids stay, so that tasks and milestones do.
 */
export function rerecord(
  graph: GraphFile,
  {
    stale,
    transitions,
    screens,
    actionsOf,
  }: {
    readonly stale: readonly StaleScreen[];
    readonly transitions: readonly CheckedTransition[];
    readonly screens: readonly LiveScreenSeen[];
    /** By node, what does each action of its edges, in their order; null for what nothing does. */
    readonly actionsOf: (node: GraphFileNode) => readonly (readonly (Record<string, unknown> | null)[])[];
  },
): Rerecorded {
  const byNumber = new Map(screens.map((screen) => [screen.screen, screen]));
  const staleOf = new Map(stale.map((one) => [one.node, byNumber.get(one.screen)]));
  const wrong = new Map(
    transitions
      .filter(({ verdict }) => verdict === 'differs' || verdict === 'stays')
      .map((one): [string, CheckedTransition] => [moveKey(one.from, one.action), one]),
  );
  const live = new LiveNodes(graph, byNumber);
  let redirected = 0;
  let left = 0;
  const nodes = graph.nodes.map((node): GraphFileNode => {
    const shown = staleOf.get(node.id);
    if (shown !== undefined) live.used.push(shown);
    const edges = (node.edges ?? []).flatMap((edge, number) => {
      const natives = actionsOf(node)[number] ?? [];
      const kept: typeof edge.actions = [];
      const moved: { to: string; actions: typeof edge.actions }[] = [];
      for (const [at, action] of edge.actions.entries()) {
        const native = natives[at] ?? null;
        const checked = native === null ? undefined : wrong.get(moveKey(node.id, native));
        const to = checked === undefined ? null : live.nodeOf(checked);
        if (checked !== undefined && to === null) left += 1;
        if (to === null || to === edge.to) kept.push(action);
        else {
          redirected += 1;
          if (to !== node.id) moved.push({ to, actions: [action] });
        }
      }
      return [
        ...(kept.length > 0 || edge.actions.length === 0 ? [{ ...edge, actions: kept }] : []),
        ...moved,
      ];
    });
    const [first] = node.screens ?? [];
    const screenId = first?.id ?? node.id;
    return {
      ...node,
      ...(shown === undefined ? {} : { screens: [{ id: screenId, ...filesOf(shown) }] }),
      ...(node.edges === undefined ? {} : { edges }),
    };
  });
  return {
    graph: { ...graph, nodes: [...nodes, ...live.added] },
    screens: [...staleOf.keys()],
    redirected,
    added: live.added.map(({ id }) => id),
    used: live.used,
    left,
  };
}

/** Where actions lead in the live app: nodes of the world, and new ones for screens that nobody had recorded. */
class LiveNodes {
  /** Live screens that the graph names. */
  readonly used: LiveScreenSeen[] = [];
  readonly #screens: ReadonlyMap<number, LiveScreenSeen>;
  readonly #taken: Set<string>;
  readonly #added = new Map<string, GraphFileNode>();

  constructor({ nodes }: GraphFile, screens: ReadonlyMap<number, LiveScreenSeen>) {
    this.#screens = screens;
    this.#taken = new Set(nodes.flatMap(({ id, screens: own = [] }) => [id, ...own.map((one) => one.id)]));
  }

  get added(): readonly GraphFileNode[] {
    return [...this.#added.values()];
  }

  /** Null where nobody kept the screen. */
  nodeOf({ verdict, from, shown, screen: number }: CheckedTransition): string | null {
    if (verdict === 'stays') return from;
    if (shown !== null) return shown;
    const screen = number === null ? undefined : this.#screens.get(number);
    if (screen === undefined) return null;
    const key = screen.hierarchy ?? screen.picture ?? String(screen.screen);
    const known = this.#added.get(key);
    if (known !== undefined) return known.id;
    const id = freeId(this.#taken);
    this.#added.set(key, { id, screens: [{ id: `${id}.screen`, ...filesOf(screen) }] });
    this.used.push(screen);
    return id;
  }
}

function filesOf({
  picture,
  hierarchy,
  size,
  activity,
}: LiveScreenSeen): Omit<NonNullable<GraphFileNode['screens']>[number], 'id'> {
  return {
    ...(picture === null ? {} : { picture: `screens/${picture}.png` }),
    ...(hierarchy === null ? {} : { hierarchy: `screens/${hierarchy}.xml` }),
    ...(size === null ? {} : { size }),
    ...(activity === null ? {} : { activity }),
  };
}

/** An id that neither a node nor a screen has; it is taken from now on. */
function freeId(taken: Set<string>): string {
  let number = 1;
  while (taken.has(`live-${number}`)) number += 1;
  taken.add(`live-${number}`);
  return `live-${number}`;
}
