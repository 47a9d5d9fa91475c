import { nodesReachableFrom, onlySureMoves, type MoveGraph } from '../../domain/graph/move-graph.js';
import { judgeTask } from '../../domain/graph/solving/task-odds.js';
import { compileMilestones } from '../../domain/milestones/milestone-progress.js';
import type { Milestone } from '../../domain/milestones/milestone.js';
import { waypointsBetween } from './waypoints.js';

/** Waypoints of a task at most, goals left out. */
const MOST_WAYPOINTS = 2;

/** What a task wants, as the graph proves it. */
export interface ProvenGoal {
  readonly milestones: readonly Milestone[];
  /** Actions of the shortest solution, without the final stop. */
  readonly steps: number;
  /** Steps that an episode may take. */
  readonly maxSteps: number;
  /** Nodes of the shortest solution in their order, the start first. */
  readonly route: readonly number[];
}

/** Proves goals on a world's graph; made once for all of them. */
export class GoalProver {
  readonly #moves: MoveGraph;
  readonly #sure: MoveGraph;
  readonly #start: number;
  readonly #reached: ReadonlySet<number>;

  constructor(moves: MoveGraph, start: number) {
    this.#moves = moves;
    this.#sure = onlySureMoves(moves);
    this.#start = start;
    this.#reached = nodesReachableFrom(moves, start);
  }

  /**
   * Milestones for the goals, and the proof that they can be reached without luck: of one goal the waypoints that nobody passes by come
   * before it in order; two goals count in any order. A sentence where they cannot.
   *
   * @param goals one or two nodes
   * @param titleOf a node in words
   */
  prove(goals: readonly number[], titleOf: (node: number) => string | null): ProvenGoal | string {
    const [first, second] = goals;
    if (first === undefined) return 'it has no goal';
    if (goals.includes(this.#start)) return 'it begins where it should end';
    const milestones =
      second === undefined ? this.#withWaypoints(first, titleOf) : this.#both(goals, titleOf);
    const rules = compileMilestones(milestones);
    const judge = (budget: number) =>
      judgeTask(this.#moves, rules, this.#start, {
        countsAnswers: true,
        reached: this.#reached,
        sure: this.#sure,
        budget,
      });
    const rough = judge(Number.MAX_SAFE_INTEGER);
    if (rough.type === 'unknown') return `it was not proved: ${rough.reason}`;
    if (rough.type === 'unsolvable') return 'nothing leads to its goals';
    const steps = rough.shortest.steps.length;
    const maxSteps = 2 * (steps + 1) + 2;
    const verdict = judge(maxSteps);
    if (verdict.type !== 'solved' || verdict.odds.certainty !== 'surely' || verdict.odds.chanceInBudget < 1) {
      return 'it takes luck';
    }
    const route = [this.#start, ...verdict.shortest.steps.map(({ to }) => to)];
    return { milestones, steps, maxSteps, route };
  }

  #withWaypoints(goal: number, titleOf: (node: number) => string | null): readonly Milestone[] {
    const waypoints = waypointsBetween(this.#moves, { start: this.#start, goal, most: MOST_WAYPOINTS });
    const children = [
      ...waypoints.map((nodes, index) => this.#milestone(`way-${index + 1}`, nodes, titleOf)),
      this.#milestone('goal', [goal], titleOf),
    ];
    const [only] = children;
    if (children.length === 1 && only !== undefined) return [only];
    return [{ type: 'group', id: 'all', abilities: [], order: 'ordered', children }];
  }

  #both(goals: readonly number[], titleOf: (node: number) => string | null): readonly Milestone[] {
    const children = goals.map((goal, index) => this.#milestone(`goal-${index + 1}`, [goal], titleOf));
    return [{ type: 'group', id: 'all', abilities: [], order: 'unordered', children }];
  }

  #milestone(
    id: string,
    nodes: readonly number[],
    titleOf: (node: number) => string | null,
  ): Extract<Milestone, { type: 'screen' }> {
    const [node = 0] = nodes;
    const title = nodes.length === 1 ? titleOf(node) : null;
    const screens = nodes.map((one) => this.#moves.graph.nodes[one]?.id ?? '');
    return { type: 'screen', id, ...(title === null ? {} : { title }), abilities: [], screens };
  }
}
