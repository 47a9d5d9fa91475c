import type { Action } from '../../../domain/action.js';
import type { Graph } from '../../../domain/graph/graph.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { Mode } from '../../../domain/mode.js';
import { evaluateRule } from '../../../evaluators/tree-rules/evaluate-rule.js';
import type { OrderRule, TreeRule } from '../../../evaluators/tree-rules/rule.js';
import { traceAction } from '../../../evaluators/tree-rules/trace-action.js';
import type { TraceEntry, TraceStep } from '../../../evaluators/tree-rules/trace.js';
import type { RuleWatch, WatchState } from '../../../lint/cheats/find-cheat.js';

/** What is known of a node's page. */
export interface WatchedPages {
  hierarchy(node: number): Promise<UiHierarchy | null>;
}

/** How far a rule has come: whether it held, the part it is at with how far that one is, or each of its parts. */
type Progress = boolean | { readonly child: number; readonly part: Progress } | readonly Progress[];

/**
 * Tree rules followed step by step. What only the end or a window of the trace decides is taken to hold; the scoring of
 * the whole sequence decides then.
 */
export function ruleWatch(
  rules: readonly TreeRule[],
  { graph, mode, pages }: { readonly graph: Graph; readonly mode: Mode; readonly pages: WatchedPages },
): RuleWatch {
  const known = new Map<TreeRule, Map<string, Promise<boolean>>>();
  const holdsAt = (rule: TreeRule, entry: TraceEntry, key: string): Promise<boolean> => {
    const own = known.get(rule) ?? new Map<string, Promise<boolean>>();
    known.set(rule, own);
    const verdict =
      own.get(key) ??
      evaluateRule(rule, [entry], { mode }).then(
        ({ holds }) => holds,
        () => false,
      );
    own.set(key, verdict);
    return verdict;
  };
  const step = (node: number, action: Action): TraceStep => ({
    activity: graph.nodes[node]?.screens[0]?.activity?.activity ?? null,
    action: traceAction(action, graph.screenSize),
    hierarchy: async () => {
      const hierarchy = await pages.hierarchy(node);
      if (hierarchy === null) throw new Error('the page has no hierarchy');
      return hierarchy;
    },
  });
  const follow = async (state: WatchState, entry: TraceEntry, key: string): Promise<WatchState> => {
    const progress = JSON.parse(state) as Progress[];
    const next = await Promise.all(
      rules.map((rule, index) =>
        advance(rule, progress[index] ?? false, (leaf) => holdsAt(leaf, entry, key), mode),
      ),
    );
    return JSON.stringify(next);
  };
  return {
    start: JSON.stringify(rules.map(begin)),
    page: (state, node) =>
      follow(state, { type: 'page', index: 0, step: step(node, { type: 'wait' }) }, `page ${node}`),
    act: (state, node, action) =>
      follow(
        state,
        { type: 'action', index: 0, step: step(node, action) },
        `action ${node} ${JSON.stringify(action)}`,
      ),
    isMet: (state) => (JSON.parse(state) as Progress[]).every(isDone),
  };
}

function begin(rule: TreeRule): Progress {
  switch (rule.type) {
    case 'stoppage':
    case 'lastaction':
      return true;
    case 'findaction':
    case 'findelement':
    case 'findelementbyaction':
      return false;
    case 'rule':
      return beginOrder(rule);
    default:
      return rule satisfies never;
  }
}

function beginOrder({ order, evaluators }: OrderRule): Progress {
  switch (order) {
    case 'consecutive':
      return true;
    case 'present':
      return evaluators.map(begin);
    case 'sequential':
      return passedOver(evaluators, {
        child: 0,
        part: evaluators[0] === undefined ? true : begin(evaluators[0]),
      });
    default:
      return order satisfies never;
  }
}

/** Parts that are done as they begin are passed over. */
function passedOver(
  parts: readonly TreeRule[],
  progress: { readonly child: number; readonly part: Progress },
): Progress {
  let { child, part } = progress;
  while (isDone(part)) {
    child += 1;
    const next = parts[child];
    if (next === undefined) return true;
    part = begin(next);
  }
  return { child, part };
}

async function advance(
  rule: TreeRule,
  progress: Progress,
  holds: (leaf: TreeRule) => Promise<boolean>,
  mode: Mode,
): Promise<Progress> {
  if (isDone(progress)) return true;
  if (rule.type !== 'rule') return holds(rule);
  if (typeof progress === 'boolean') return progress;
  if ('child' in progress) {
    const { child, part } = progress;
    const own = rule.evaluators[child];
    if (own === undefined) return true;
    const next = passedOver(rule.evaluators, { child, part: await advance(own, part, holds, mode) });
    // The published code lets one entry satisfy a part and the one behind it.
    const goesOn = mode === 'reference' && typeof next === 'object' && 'child' in next && next.child > child;
    return goesOn ? advance(rule, next, holds, mode) : next;
  }
  return Promise.all(
    rule.evaluators.map((part, index) => advance(part, progress[index] ?? false, holds, mode)),
  );
}

function isDone(progress: Progress): boolean {
  if (typeof progress === 'boolean') return progress;
  return 'child' in progress ? false : progress.every(isDone);
}
