import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arriveAt,
  compileMilestones,
  isComplete,
  NO_MILESTONES,
  type MilestoneRules,
  type ReachedMilestones,
} from '../milestones/milestone-progress.js';
import type { Milestone } from '../milestones/milestone.js';
import type { Mode } from '../mode.js';
import { buildGraph } from './build-graph.js';
import type { Graph } from './graph.js';
import type { GraphSource, SourceAction } from './graph-source.js';
import { BACK, buildMoveGraph, onlySureMoves } from './move-graph.js';
import { choicesFrom, movesFrom } from './moves.js';
import { findShortestSolution, type SolutionResult } from './shortest-solution.js';
import { advance, transition } from './transition.js';

const DEEPEST = 6;

interface Found {
  readonly steps: number;
  readonly probability: number;
}

/** The same answer by trying every sequence of actions, histories kept whole. */
function bruteForce(graph: Graph, mode: Mode, rules: MilestoneRules): Found | null {
  interface State {
    readonly history: readonly number[];
    readonly reached: ReachedMilestones;
    readonly probability: number;
  }
  let layer = new Map<string, State>();
  const add = (next: Map<string, State>, state: State, node: number): void => {
    const { id, screens } = graph.nodes[node] ?? { id: '', screens: [] };
    for (const screen of screens) {
      const reached = arriveAt(rules, state.reached, id, screen.id);
      const same = screens.filter((other) => arriveAt(rules, state.reached, id, other.id) === reached);
      const probability = state.probability * (same.length / screens.length);
      const key = `${state.history.join(',')}|${reached}`;
      if ((next.get(key)?.probability ?? -1) < probability) {
        next.set(key, { history: state.history, reached, probability });
      }
    }
  };
  add(layer, { history: [graph.root], reached: NO_MILESTONES, probability: 1 }, graph.root);
  for (let steps = 0; steps <= DEEPEST; steps += 1) {
    const done = [...layer.values()].filter(({ reached }) => isComplete(rules, reached));
    if (done.length > 0) return { steps, probability: Math.max(...done.map((state) => state.probability)) };
    const next = new Map<string, State>();
    for (const state of layer.values()) {
      const node = state.history.at(-1) ?? 0;
      const actions = [...movesFrom(graph, mode, node), ...choicesFrom(graph, mode, node)];
      for (const action of [...actions.map((move) => move.action), BACK]) {
        const outcome = transition(graph, mode, state.history, action);
        const targets = outcome.candidates ?? (outcome.target < 0 ? [] : [outcome.target]);
        for (const target of new Set(targets)) {
          const history = [...state.history];
          advance(history, outcome, target, mode);
          const share = targets.filter((other) => other === target).length / targets.length;
          add(next, { ...state, history, probability: state.probability * share }, target);
        }
      }
    }
    layer = next;
  }
  return null;
}

/** Chance that the actions solve the task: they lead where they say, and every screen is as likely as any other. */
function chanceOf(graph: Graph, mode: Mode, rules: MilestoneRules, result: SolutionResult): number {
  if (result.type !== 'solved') return 0;
  const visit = (before: Map<ReachedMilestones, number>, node: number): Map<ReachedMilestones, number> => {
    const after = new Map<ReachedMilestones, number>();
    const { id, screens } = graph.nodes[node] ?? { id: '', screens: [] };
    for (const [reached, chance] of before) {
      for (const screen of screens) {
        const now = arriveAt(rules, reached, id, screen.id);
        after.set(now, (after.get(now) ?? 0) + chance / screens.length);
      }
    }
    return after;
  };
  const history = [graph.root];
  let reached = visit(new Map([[NO_MILESTONES, 1]]), graph.root);
  for (const { action, to } of result.steps) {
    const outcome = transition(graph, mode, history, action);
    const targets = outcome.candidates ?? [outcome.target];
    const share = targets.filter((target) => target === to).length / targets.length;
    advance(history, outcome, to, mode);
    reached = new Map([...visit(reached, to)].map(([key, chance]) => [key, chance * share]));
  }
  return reached.get(rules.all) ?? 0;
}

/** Whether the actions solve the task when targets and screens come out as they say. */
function solves(graph: Graph, rules: MilestoneRules, result: SolutionResult): boolean {
  if (result.type !== 'solved') return false;
  const visit = (reached: ReachedMilestones, node: number, screen: number): ReachedMilestones =>
    arriveAt(rules, reached, graph.nodes[node]?.id ?? '', graph.nodes[node]?.screens[screen]?.id);
  const start = visit(NO_MILESTONES, graph.root, result.startScreen);
  return isComplete(
    rules,
    result.steps.reduce((reached, { to, screen }) => visit(reached, to, screen), start),
  );
}

const NAMES = ['n0', 'n1', 'n2', 'n3', 'n4'];
const name = fc.constantFrom(...NAMES);
const action: fc.Arbitrary<SourceAction> = fc.oneof(
  fc.nat(3).map((x) => ({
    type: 'click' as const,
    box: [x * 10, 0, x * 10 + 15, 10] as [number, number, number, number],
  })),
  fc.constant({ type: 'wait' as const }),
  fc.constant({ type: 'key' as const, key: 'BACK' }),
  fc.constant({ type: 'key' as const, key: 'HOME' }),
  fc.constantFrom('a', 'b').map((text) => ({ type: 'type' as const, text })),
);
const edges = fc.array(fc.record({ to: name, actions: fc.array(action, { maxLength: 2 }) }), {
  maxLength: 3,
});
const source: fc.Arbitrary<GraphSource> = fc
  .record({
    edges: fc.array(edges, { minLength: NAMES.length, maxLength: NAMES.length }),
    split: fc.array(fc.boolean(), { minLength: NAMES.length, maxLength: NAMES.length }),
    entries: fc.array(name, { maxLength: 2 }),
  })
  .map(({ edges, split, entries }) => ({
    name: 'random',
    screenSize: { width: 100, height: 100 },
    root: 'n0',
    launcher: { apps: entries.length === 0 ? [] : [{ name: 'app', entries: [...new Set(entries)] }] },
    nodes: NAMES.map((id, index) => ({
      id,
      edges: edges[index] ?? [],
      screens: split[index] === true ? [{ id: `${id}-a` }, { id: `${id}-b` }, { id: `${id}-c` }] : [{ id }],
    })),
  }));
const leaf = fc.array(
  fc.oneof(
    name,
    name.map((id) => `${id}-a`),
  ),
  { minLength: 1, maxLength: 2 },
);
const milestones: fc.Arbitrary<Milestone[]> = fc
  .array(fc.array(leaf, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .chain((groups) =>
    fc
      .array(fc.constantFrom('ordered' as const, 'unordered' as const), { minLength: 2, maxLength: 2 })
      .map((orders) =>
        groups.map((children, index): Milestone => ({
          id: `g${index}`,
          type: 'group',
          order: orders[index] ?? 'ordered',
          abilities: [],
          children: children.map((screens, at) => ({
            id: `g${index}.${at}`,
            type: 'screen',
            abilities: [],
            screens,
          })),
        })),
      ),
  );

describe('findShortestSolution', () => {
  it.each<Mode>(['reference', 'corrected'])(
    'takes as few actions as the best of all sequences, in %s mode',
    (mode) => {
      let solved = 0;
      fc.assert(
        fc.property(source, milestones, (world, tasks) => {
          const graph = buildGraph(world);
          const rules = compileMilestones(tasks);
          const result = findShortestSolution(buildMoveGraph(graph, mode), rules, graph.root, {
            countsAnswers: false,
          });
          const best = bruteForce(graph, mode, rules);
          if (best === null) {
            expect(
              result.type === 'unsolvable' || (result.type === 'solved' && result.steps.length > DEEPEST),
            ).toBe(true);
            return;
          }
          solved += 1;
          expect(result).toMatchObject({ type: 'solved' });
          if (result.type !== 'solved') return;
          expect(result.steps.length).toBe(best.steps);
          expect(solves(graph, rules, result)).toBe(true);
          const chance = chanceOf(graph, mode, rules, result);
          expect(result.probability).toBeGreaterThan(0);
          expect(result.probability).toBeLessThan(chance + 1e-9);
        }),
        { numRuns: 120 },
      );
      expect(solved).toBeGreaterThan(20);
    },
  );

  it('finds sure solutions only where chance has no say', () => {
    fc.assert(
      fc.property(source, milestones, (world, tasks) => {
        const graph = buildGraph(world);
        const rules = compileMilestones(tasks);
        const moves = onlySureMoves(buildMoveGraph(graph, 'corrected'));
        const result = findShortestSolution(moves, rules, graph.root, { countsAnswers: false });
        if (result.type !== 'solved') return;
        expect(result.probability).toBe(1);
        expect(chanceOf(graph, 'corrected', rules, result)).toBeCloseTo(1, 9);
      }),
      { numRuns: 120 },
    );
  });

  const SMALL = buildGraph({
    name: 'small',
    screenSize: { width: 100, height: 100 },
    root: 'home',
    launcher: { apps: [{ name: 'app', entries: ['list'] }] },
    nodes: [
      { id: 'home' },
      { id: 'list', edges: [{ to: 'item', actions: [{ type: 'click', box: [0, 0, 9, 9] }] }] },
      { id: 'item' },
      { id: 'island' },
    ],
  });
  const find = (tasks: Milestone[], countsAnswers = true, maxStates?: number): SolutionResult =>
    findShortestSolution(buildMoveGraph(SMALL, 'corrected'), compileMilestones(tasks), SMALL.root, {
      countsAnswers,
      ...(maxStates !== undefined && { maxStates }),
    });
  const at = (id: string): Milestone => ({ id, type: 'screen', abilities: [], screens: [id] });
  const group = { id: 'g', type: 'group' as const, order: 'ordered' as const, abilities: [] };
  const says = (...accepted: string[]): Milestone => ({
    id: accepted.join(),
    type: 'answer',
    abilities: [],
    accepted,
  });

  it('answers last, with a text that every answer milestone accepts', () => {
    const result = find([says('a', 'B'), at('item'), says('b ')]);
    expect(result).toMatchObject({ type: 'solved', steps: [{ to: 1 }, { to: 2 }, { to: -1 }] });
    expect(result.type === 'solved' && result.steps.at(-1)?.action).toEqual({
      action_type: 'complete',
      status: 'B',
    });
    expect(find([says('a'), says('b')])).toMatchObject({
      type: 'unsolvable',
      obstacles: [{ leaf: 0 }, { leaf: 1 }],
    });
  });

  it('says which milestones stand in the way, and why', () => {
    expect(find([at('item'), at('island'), at('itme'), says('a')], false)).toEqual({
      type: 'unsolvable',
      obstacles: [
        { leaf: 1, reason: 'unreachable' },
        { leaf: 2, reason: 'absent' },
        { leaf: 3, reason: 'answer' },
      ],
    });
  });

  it('says what it cannot prove', () => {
    const late: Milestone = { ...group, children: [says('a'), at('item')] };
    expect(find([late])).toMatchObject({ type: 'solved' });
    expect(find([])).toMatchObject({ type: 'unknown' });
    expect(find([at('list'), at('item')], true, 8)).toMatchObject({ type: 'unknown' });
    expect(find(Array.from({ length: 31 }, () => at('item')))).toMatchObject({ type: 'unknown' });
  });

  it('needs no action where the start is all that is asked for', () => {
    expect(find([at('home')])).toMatchObject({ type: 'solved', steps: [] });
  });
});
