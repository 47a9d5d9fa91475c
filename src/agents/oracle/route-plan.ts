import type { Move } from '../../domain/graph/moves.js';
import { idleMove, type RouteSpace } from './route-space.js';

/** One thing to reach. */
export interface RouteGoal {
  /** Nodes that reach it on arrival; where only some of a node's screens do, their numbers. */
  readonly places: ReadonlyMap<number, 'every-screen' | readonly number[]>;
  /** Goals (bits) that must be reached before this one counts; elder ones only. */
  readonly requires: number;
}

/** Most goals of one plan: the number of their subsets bounds its time and memory. */
export const MAX_GOALS = 10;
/** What it costs, in steps, to be where no goal can be reached any more. */
export const LOST = 10_000;

const PRECISION = 1e-6;
const MAX_SWEEPS = 50_000;

/** Goals that each screen of a node reaches, ascending; one list where all its screens do the same. */
type Hits = readonly (readonly number[])[];

/** Per node: expected number of steps until all goals are reached. */
type Expectation = Float32Array;

/**
 * Expected number of steps from anywhere until every goal is reached, under the best choice of moves, each of whose
 * outcomes is equally likely: a stochastic shortest path over (node, goals reached). Solved on demand, one set of reached
 * goals at a time; sets only grow, so each needs those above it alone. Back is not among the moves.
 */
export class RoutePlan {
  readonly #space: RouteSpace;
  readonly #goals: readonly RouteGoal[];
  readonly #hits = new Map<number, Hits>();
  readonly #idle = new Map<number, Move>();
  readonly #tables = new Map<number, Expectation>();
  readonly #complete: number;

  constructor(space: RouteSpace, goals: readonly RouteGoal[]) {
    this.#space = space;
    this.#goals = goals;
    this.#complete = 2 ** goals.length - 1;
    for (const node of new Set(goals.flatMap((goal) => [...goal.places.keys()]))) {
      this.#hits.set(node, hitsOf(goals, node, space.graph.nodes[node]?.screens.length ?? 1));
    }
    for (const [node, hits] of this.#hits) {
      const idle = hits.length > 1 ? idleMove(space, node) : null;
      if (idle !== null) this.#idle.set(node, idle);
    }
  }

  /** Memory that the tables solved so far take, roughly. */
  get bytes(): number {
    return this.#tables.size * this.#space.graph.nodes.length * Float32Array.BYTES_PER_ELEMENT;
  }

  /** Expected steps from a node whose own goals are counted already. */
  stepsFrom(node: number, reached: number): number {
    if (reached === this.#complete) return 0;
    return this.#table(reached)[node] ?? LOST;
  }

  /** Expected steps once a move has led to a node: the screen it shows may reach goals. */
  stepsOnArrival(node: number, reached: number): number {
    const hits = this.#hits.get(node);
    if (hits === undefined) return this.stepsFrom(node, reached);
    let sum = 0;
    for (const goals of hits) sum += this.stepsFrom(node, this.#advance(reached, goals));
    return sum / hits.length;
  }

  /** Expected steps when a move is made now, the move included. */
  stepsWith(move: Move, reached: number): number {
    let sum = 0;
    for (const target of move.targets) sum += this.stepsOnArrival(target, reached);
    return 1 + sum / move.targets.length;
  }

  /** Goals reached after an arrival on any screen. */
  certainOnArrival(node: number, reached: number): number {
    const hits = this.#hits.get(node) ?? [[]];
    return hits.reduce((common, goals) => common & this.#advance(reached, goals), this.#complete);
  }

  /** Everything that may be done at a node, back aside; better choices of equal value first. */
  movesAt(node: number): readonly Move[] {
    const { moves, home, homeless, openings } = this.#space;
    const idle = this.#idle.get(node);
    return [
      ...(moves[node] ?? []),
      ...(idle === undefined ? [] : [idle]),
      ...(homeless.has(node) ? [] : [home]),
      ...openings,
    ];
  }

  #advance(reached: number, goals: readonly number[]): number {
    let now = reached;
    for (const goal of goals) {
      const requires = this.#goals[goal]?.requires ?? 0;
      if ((now & requires) === requires) now |= 1 << goal;
    }
    return now;
  }

  #table(reached: number): Expectation {
    const known = this.#tables.get(reached);
    if (known !== undefined) return known;
    const solved = this.#solve(reached);
    this.#tables.set(reached, solved);
    return solved;
  }

  /** Whether the goals still open can all be reached from wherever one is, so that starting over is always a way. */
  #canStartOver(reached: number): boolean {
    return this.#goals.every(
      ({ places }, goal) =>
        (reached & (1 << goal)) !== 0 || [...places.keys()].some((node) => this.#space.isAnywhere(node)),
    );
  }

  #solve(reached: number): Expectation {
    const { graph, moves, home, homeless, openings, predecessors } = this.#space;
    const count = graph.nodes.length;
    const steps = new Float64Array(count);
    // Arrivals that reach something lead into tables already solved: constants, added to the share of screens that do
    // not.
    const constant = new Float64Array(count);
    const share = new Float64Array(count).fill(1);
    const isNear = new Uint8Array(count);
    // Only nodes from which such an arrival is ahead differ from each other; all others start over. Nearest first: what is
    // known of a node then comes to those before it within one sweep.
    const near: number[] = [];
    const approach = (node: number): void => {
      if (isNear[node] === 1) return;
      isNear[node] = 1;
      near.push(node);
    };
    for (const [node, hits] of this.#hits) {
      const next = hits.map((goals) => this.#advance(reached, goals)).filter((after) => after !== reached);
      if (next.length === 0) continue;
      constant[node] = next.reduce((sum, after) => sum + this.stepsFrom(node, after), 0) / hits.length;
      share[node] = 1 - next.length / hits.length;
      approach(node);
    }
    for (const node of near) for (const before of predecessors[node] ?? []) approach(before);

    const canStartOver = this.#canStartOver(reached);
    let opening = canStartOver ? 0 : LOST;
    let goingHome = canStartOver ? 0 : LOST;
    const startingOver = (node: number): number =>
      Math.min(LOST, opening, homeless.has(node) ? LOST : goingHome);
    const arrival = (node: number): number => {
      const staying = share[node] ?? 1;
      if (staying === 0) return constant[node] ?? 0;
      const here = isNear[node] === 1 ? (steps[node] ?? 0) : startingOver(node);
      return (constant[node] ?? 0) + staying * here;
    };
    const expected = (move: Move): number => {
      let sum = 0;
      for (const target of move.targets) sum += arrival(target);
      return 1 + sum / move.targets.length;
    };
    for (let sweep = 0; sweep < MAX_SWEEPS; sweep += 1) {
      let change = 0;
      for (const node of near) {
        let best = startingOver(node);
        for (const move of moves[node] ?? []) best = Math.min(best, expected(move));
        const idle = this.#idle.get(node);
        if (idle !== undefined) best = Math.min(best, expected(idle));
        change = Math.max(change, Math.abs(best - (steps[node] ?? 0)));
        steps[node] = best;
      }
      if (canStartOver) {
        const before = opening + goingHome;
        goingHome = Math.min(LOST, expected(home));
        opening = openings.reduce((best, move) => Math.min(best, expected(move)), LOST);
        change = Math.max(change, Math.abs(opening + goingHome - before));
      }
      if (change < PRECISION) break;
    }
    for (const node of steps.keys()) if (isNear[node] === 0) steps[node] = startingOver(node);
    return Float32Array.from(steps);
  }
}

function hitsOf(goals: readonly RouteGoal[], node: number, screens: number): Hits {
  const perScreen = Array.from({ length: screens }, (_, screen) =>
    [...goals.keys()].filter((goal) => {
      const where = goals[goal]?.places.get(node);
      return where !== undefined && (where === 'every-screen' || where.includes(screen));
    }),
  );
  const [first = []] = perScreen;
  return perScreen.every((list) => list.join() === first.join()) ? [first] : perScreen;
}
