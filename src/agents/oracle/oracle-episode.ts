import { stop, type Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import { fromGraphAction } from '../../domain/graph/native-action.js';
import { advance, transition, type Outcome } from '../../domain/graph/transition.js';
import {
  arriveAt,
  answerWith,
  compileMilestones,
  isComplete,
  isReached,
  NO_MILESTONES,
  type MilestoneRules,
  type ReachedMilestones,
} from '../../domain/milestones/milestone-progress.js';
import type { Observation } from '../../domain/screen.js';
import type { HistoryEntry, Privileges } from '../agent.js';
import { chooseAnswer, chooseRules, findPlaces, openGoals } from './goals.js';
import type { PreparedGraph } from './route-cache.js';
import { LOST, type RouteGoal, type RoutePlan } from './route-plan.js';
import { reachableFrom } from './route-space.js';

const BACK = { action_type: 'system_button', button: 'back' };
/** Differences in expected steps below this are rounding. */
const TIE = 1e-3;

/** One task on its way: where it stands is read from the privileges and the history at every step. */
export class OracleEpisode {
  readonly #privileges: Privileges;
  readonly #prepared: PreparedGraph;
  readonly #rules: MilestoneRules;
  readonly #places: readonly RouteGoal['places'][];
  readonly #answer: ReturnType<typeof chooseAnswer>;
  /** Plans of tasks with equal milestones are shared. */
  readonly #key: string;

  constructor(privileges: Privileges, prepared: PreparedGraph) {
    const { task, graph } = privileges;
    this.#privileges = privileges;
    this.#prepared = prepared;
    const start = graph.nodeIndex.get(privileges.visited()[0] ?? task.start ?? '') ?? graph.root;
    const canReach = reachableFrom(prepared.space, start);
    this.#rules = chooseRules(prepared.space, compileMilestones(task.milestones), canReach);
    this.#places = findPlaces(prepared.space, this.#rules);
    this.#answer = chooseAnswer(this.#rules);
    this.#key = JSON.stringify(this.#rules.milestones);
  }

  decide(observation: Observation, history: readonly HistoryEntry[]): Decision {
    const { graph } = this.#privileges;
    const visited = this.#privileges.visited();
    const node = graph.nodeIndex.get(this.#privileges.state() ?? visited.at(-1) ?? '') ?? graph.root;
    const said = history.findIndex(
      ({ decision }) => decision.type === 'action' && decision.action.type === 'answer',
    );
    const reached = this.#reached(visited, [...history.map((entry) => entry.observation), observation], said);
    const answerLeaves = said < 0 ? (this.#answer?.leaves ?? new Set<number>()) : new Set<number>();

    const canReach = reachableFrom(this.#prepared.space, node);
    const route = (isWanted: (place: number) => boolean): Decision | null => {
      const goals = openGoals(this.#rules, reached, answerLeaves, (leaf) =>
        [...(this.#places[leaf]?.keys() ?? [])].some(isWanted),
      );
      if (goals.leaves.length > 0) return this.#step(node, this.#stack(visited), reached, goals.leaves);
      if (!goals.needsAnswer || this.#answer === null) return null;
      return act({ type: 'answer', text: this.#answer.text, terminal: false }, 'answer');
    };
    // Where the way ahead is lost to some milestones, those that can be reached from anywhere are left.
    const decision = route(canReach) ?? route(this.#prepared.space.isAnywhere);
    return decision ?? this.#stop(reached, said);
  }

  #stop(reached: ReachedMilestones, said: number): Decision {
    const answer = said < 0 ? this.#answer?.text : undefined;
    const after = answer === undefined ? reached : answerWith(this.#rules, reached, answer);
    const isDone = isComplete(this.#rules, after);
    return act(stop(isDone ? 'success' : 'failure', answer), 'stop');
  }

  #reached(visited: readonly string[], screens: readonly Observation[], said: number): ReachedMilestones {
    // One state per screen, unless steps are missing from either; then the states alone count.
    const isAligned = visited.length === screens.length;
    let reached = NO_MILESTONES;
    for (const [index, state] of visited.entries()) {
      reached = arriveAt(this.#rules, reached, state, isAligned ? screens[index]?.screen.id : null);
      if (index === said && this.#answer !== null)
        reached = answerWith(this.#rules, reached, this.#answer.text);
    }
    return reached;
  }

  /** Nodes as the environment keeps them for going back; its top is where it is. */
  #stack(visited: readonly string[]): number[] {
    const { graph, mode } = this.#privileges;
    const indexOf = (id: string | null | undefined): number => graph.nodeIndex.get(id ?? '') ?? graph.root;
    const stack = [indexOf(visited[0])];
    for (const { rule, next } of this.#privileges.transitions()) {
      const outcome: Outcome = { rule: rule as Outcome['rule'], candidates: null, target: -1, kind: 'edge' };
      advance(stack, outcome, indexOf(next), mode);
    }
    return stack;
  }

  /** The best step towards the goals; null where none can be reached for certain or by luck. */
  #step(
    node: number,
    stack: readonly number[],
    reached: ReachedMilestones,
    leaves: readonly number[],
  ): Decision | null {
    const plan = this.#plan(leaves);
    const done = leaves.reduce((bits, leaf, bit) => (isReached(reached, leaf) ? bits | (1 << bit) : bits), 0);
    let best = LOST - 1;
    let chosen: Readonly<Record<string, unknown>> | null = null;
    for (const move of plan.movesAt(node)) {
      const steps = plan.stepsWith(move, done);
      if (steps < best - TIE) [best, chosen] = [steps, move.action];
    }
    if (this.#stepsBack(plan, stack, done, best) < best - TIE) chosen = BACK;
    return chosen === null ? null : act(fromGraphAction(chosen), summaryOf(chosen));
  }

  /** Expected steps when going back some way first; only ways shorter than the limit are tried. */
  #stepsBack(plan: RoutePlan, stack: readonly number[], done: number, limit: number): number {
    const { graph, mode } = this.#privileges;
    const rest = [...stack];
    let reached = done;
    let best = LOST;
    for (let presses = 1; presses < Math.min(limit, best) && rest.length > 1; presses += 1) {
      const { rule, target } = transition(graph, mode, rest, BACK);
      if (rule !== 'back') break;
      rest.pop();
      best = Math.min(best, presses + plan.stepsOnArrival(target, reached));
      reached = plan.certainOnArrival(target, reached);
    }
    return best;
  }

  #plan(leaves: readonly number[]): RoutePlan {
    return this.#prepared.plan(`${leaves.join(',')} ${this.#key}`, () =>
      leaves.map((leaf) => ({
        places: this.#places[leaf] ?? new Map<number, 'every-screen'>(),
        requires: leaves.reduce((bits, elder, bit) => {
          const isRequired = isReached(this.#rules.leaves[leaf]?.requires ?? NO_MILESTONES, elder);
          return isRequired ? bits | (1 << bit) : bits;
        }, 0),
      })),
    );
  }
}

function act(action: Action, summary: string): Decision {
  return { type: 'action', action, summary };
}

function summaryOf(action: Readonly<Record<string, unknown>>): string {
  return Object.values(action).join(' ').slice(0, 200);
}
