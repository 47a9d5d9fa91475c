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
  /** Edges that lead to another recorded node now, or to a new one. */
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
      .filter(({ verdict }) => verdict === 'differs')
      .map((one): [string, CheckedTransition] => [moveKey(one.from, one.action), one]),
  );
  const used: LiveScreenSeen[] = [];
  const newNodes = new Map<string, GraphFileNode>();
  let redirected = 0;
  let left = 0;
  const nodeOf = (checked: CheckedTransition): string | null => {
    if (checked.shown !== null) return checked.shown;
    const screen = checked.screen === null ? undefined : byNumber.get(checked.screen);
    if (screen === undefined) return null;
    const key = screen.hierarchy ?? screen.picture ?? String(screen.screen);
    const known = newNodes.get(key);
    if (known !== undefined) return known.id;
    const id = `live-${newNodes.size + 1}`;
    newNodes.set(key, { id, screens: [{ id: `${id}.screen`, ...filesOf(screen) }] });
    used.push(screen);
    return id;
  };
  const nodes = graph.nodes.map((node): GraphFileNode => {
    const live = staleOf.get(node.id);
    if (live !== undefined) used.push(live);
    const edges = (node.edges ?? []).flatMap((edge, number) => {
      const natives = actionsOf(node)[number] ?? [];
      const kept: typeof edge.actions = [];
      const moved: { to: string; actions: typeof edge.actions }[] = [];
      for (const [at, action] of edge.actions.entries()) {
        const native = natives[at] ?? null;
        const checked = native === null ? undefined : wrong.get(moveKey(node.id, native));
        const to = checked === undefined ? null : nodeOf(checked);
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
      ...(live === undefined ? {} : { screens: [{ id: screenId, ...filesOf(live) }] }),
      ...(node.edges === undefined ? {} : { edges }),
    };
  });
  return {
    graph: { ...graph, nodes: [...nodes, ...newNodes.values()] },
    screens: [...staleOf.keys()],
    redirected,
    added: [...newNodes.values()].map(({ id }) => id),
    used,
    left,
  };
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
