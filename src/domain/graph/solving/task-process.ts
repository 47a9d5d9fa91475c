import type { MoveGraph } from '../move-graph.js';
import { choiceOf, type Choice } from '../moves.js';
import type { OpenMilestones } from '../open-milestones.js';
import type { Objective } from './objective.js';

/** Where one may be, as numbers: state 0 is the end, at which everything is reached. */
export interface TaskProcess {
  readonly states: number;
  /** State → its first choice; one more at the end. */
  readonly choices: Int32Array;
  /** Choice → its first outcome; one more at the end. */
  readonly outcomes: Int32Array;
  /** Outcome → the state it leads to, and its chance. */
  readonly next: Int32Array;
  readonly chance: Float64Array;
  /** Where an episode begins, with chances. */
  readonly begins: readonly { readonly state: number; readonly chance: number }[];
  /** Screens below the last that the history was cut down to; Infinity where nothing was cut off. */
  readonly depth: number;
}

export const DONE = 0;

export interface ExploreOptions {
  /** Screens below the last that are remembered. What is forgotten can only help, so a value found is one that can be had. */
  readonly depth: number;
  /** Most states. */
  readonly maxStates: number;
}

/**
 * Stands for all nodes from which nothing that is open can be reached but by what can be done anywhere. Where an answer is
 * wanted, it can be given there, and one stays.
 */
const ELSEWHERE = -1;

/**
 * A task as a Markov decision process: states are the history and what is still open, choices what an agent can do, outcomes
 * where chance leads. Null where there are more states than allowed.
 */
export function exploreTask(
  moves: MoveGraph,
  objective: Objective,
  start: number,
  options: ExploreOptions,
): TaskProcess | null {
  return new Explorer(moves, objective, options).explore(start);
}

/** A screen that belongs to no milestone. */
const NOTHING = [0];

interface State {
  /** Nodes, the last one shown. */
  readonly history: readonly number[];
  readonly open: OpenMilestones;
}

/** State → chance. */
type Outcomes = Map<number, number>;

class Explorer {
  readonly #moves: MoveGraph;
  readonly #objective: Objective;
  readonly #options: ExploreOptions;
  /** By node: what can be reached from there without what can be done anywhere. */
  readonly #near: Int32Array;
  /** By node, what giving the answer does; null where it ends the episode. */
  readonly #answering: readonly (Choice | null)[];
  readonly #known = new Map<string, number>();
  readonly #lasts = new Map<number, number>();
  readonly #fromAnywhere = new Map<OpenMilestones, readonly Outcomes[]>();
  readonly #states: State[] = [{ history: [], open: 0 }];
  #isCut = false;

  constructor(moves: MoveGraph, objective: Objective, options: ExploreOptions) {
    this.#moves = moves;
    this.#objective = objective;
    this.#options = options;
    this.#near = nearOf(moves, objective);
    const { graph, mode } = moves;
    const action = { action_type: 'answer', text: objective.text };
    this.#answering =
      objective.answer === 0 ? [] : graph.nodes.map((_, node) => choiceOf(graph, mode, node, action));
  }

  explore(start: number): TaskProcess | null {
    const begins = this.#arrivals([], start, true, this.#objective.all, 1, new Map());
    const choices: number[] = [0, 0];
    const outcomes: number[] = [0];
    const next: number[] = [];
    const chance: number[] = [];
    for (let state = DONE + 1; state < this.#states.length; state += 1) {
      if (this.#states.length > this.#options.maxStates) return null;
      const known = this.#states[state];
      if (known === undefined) break;
      const seen = new Set<string | number>();
      for (const reached of this.#choicesAt(known)) {
        const isOne = reached.size === 1;
        if (isOne && reached.has(state)) continue;
        const key = isOne ? (reached.keys().next().value ?? DONE) : [...reached].join(' ');
        if (seen.has(key)) continue;
        seen.add(key);
        for (const [to, share] of reached) {
          next.push(to);
          chance.push(share);
        }
        outcomes.push(next.length);
      }
      choices.push(outcomes.length - 1);
    }
    return {
      states: this.#states.length,
      choices: Int32Array.from(choices),
      outcomes: Int32Array.from(outcomes),
      next: Int32Array.from(next),
      chance: Float64Array.from(chance),
      begins: [...begins].map(([state, share]) => ({ state, chance: share })),
      depth: this.#isCut ? this.#options.depth : Infinity,
    };
  }

  *#choicesAt({ history, open }: State): Generator<Outcomes> {
    const { choices, canGoBack, redraws } = this.#moves;
    const { answer, order } = this.#objective;
    const node = history.at(-1) ?? ELSEWHERE;
    const isElsewhere = node === ELSEWHERE;
    if (open === answer) yield new Map([[DONE, 1]]);
    for (const choice of isElsewhere ? [] : (choices[node] ?? []))
      yield this.#carryOut(choice, history, open);
    const said = order.arrive(open, answer);
    if (said !== open && isElsewhere) {
      yield this.#arrivals(history, ELSEWHERE, this.#moves.mode === 'reference', said, 1, new Map());
    } else if (said !== open) {
      const choice = this.#answering[node] ?? null;
      if (choice !== null) yield this.#carryOut(choice, history, said);
    }
    // To go where nothing is near is of use to come back alone, for another screen where staying shows none.
    const goesNowhere = !isElsewhere && redraws[node] === null;
    yield* this.#anywhere(history, open, goesNowhere);
    const before = history[history.length - 2];
    if (before === undefined || (!isElsewhere && canGoBack[node] !== true)) return;
    const below = history.slice(0, -1);
    yield this.#arrivals(below, before, false, open, 1, new Map());
  }

  #anywhere(history: readonly number[], open: OpenMilestones, goesNowhere: boolean): readonly Outcomes[] {
    // Where nothing is remembered, it is the same from everywhere.
    const isAlike = this.#options.depth === 0 && !goesNowhere;
    const known = isAlike ? this.#fromAnywhere.get(open) : undefined;
    if (known !== undefined) return known;
    const found: Outcomes[] = [];
    for (const choice of this.#moves.choicesAnywhere) {
      const isUseless = choice.targets.every((target) => this.#isElsewhere(target, open));
      if (!isUseless || goesNowhere) found.push(this.#carryOut(choice, history, open));
    }
    if (isAlike) this.#fromAnywhere.set(open, found);
    return found;
  }

  #carryOut({ targets, grows }: Choice, history: readonly number[], open: OpenMilestones): Outcomes {
    const outcomes: Outcomes = new Map();
    const share = 1 / targets.length;
    for (const target of targets) this.#arrivals(history, target, grows, open, share, outcomes);
    return outcomes;
  }

  /** What arriving at the node does, added to the outcomes. */
  #arrivals(
    history: readonly number[],
    node: number,
    grows: boolean,
    open: OpenMilestones,
    chance: number,
    outcomes: Outcomes,
  ): Outcomes {
    const after = grows ? [...history, node] : history;
    const { screens, order } = this.#objective;
    const shown = screens.get(node) ?? NOTHING;
    const share = chance / shown.length;
    for (const set of shown) {
      const left = set === 0 ? open : order.arrive(open, set);
      const state = left === 0 ? DONE : this.#stateOf(after, left);
      outcomes.set(state, (outcomes.get(state) ?? 0) + share);
    }
    return outcomes;
  }

  #stateOf(history: readonly number[], open: OpenMilestones): number {
    if (this.#options.depth === 0) return this.#lastOf(history, open);
    let kept = history.map((node) => (this.#isElsewhere(node, open) ? ELSEWHERE : node));
    kept = this.#withoutBottom(kept);
    if (kept.length - 1 > this.#options.depth) {
      this.#isCut = true;
      kept = this.#withoutBottom(kept.slice(-1 - this.#options.depth));
    }
    const key = `${open} ${kept.join(',')}`;
    let state = this.#known.get(key);
    if (state === undefined) {
      state = this.#states.push({ history: kept, open }) - 1;
      this.#known.set(key, state);
    }
    return state;
  }

  /** The state of which nothing but the last screen is known. */
  #lastOf(history: readonly number[], open: OpenMilestones): number {
    const last = history[history.length - 1] ?? ELSEWHERE;
    const node = this.#isElsewhere(last, open) ? ELSEWHERE : last;
    if (!this.#isCut && history.length > 1) {
      this.#isCut = history.slice(0, -1).some((before) => !this.#isElsewhere(before, open));
    }
    const key = open * (this.#near.length + 1) + node + 1;
    let state = this.#lasts.get(key);
    if (state === undefined) {
      state = this.#states.push({ history: [node], open }) - 1;
      this.#lasts.set(key, state);
    }
    return state;
  }

  /** Nobody goes back to where nothing is near and nothing lies below. */
  #withoutBottom(history: number[]): number[] {
    let first = 0;
    while (first < history.length - 1 && history[first] === ELSEWHERE) first += 1;
    return first === 0 ? history : history.slice(first);
  }

  #isElsewhere(node: number, open: OpenMilestones): boolean {
    if (node === ELSEWHERE) return true;
    if (this.#moves.isPlain[node] !== true || ((this.#near[node] ?? 0) & open) !== 0) return false;
    return (open & this.#objective.answer) === 0 || this.#staysToAnswer(node);
  }

  #staysToAnswer(node: number): boolean {
    const choice = this.#answering[node] ?? null;
    if (choice === null || choice.targets.some((target) => target !== node)) return false;
    return choice.grows === (this.#moves.mode === 'reference');
  }
}

function nearOf(moves: MoveGraph, { screens }: Objective): Int32Array {
  const near = new Int32Array(moves.graph.nodes.length);
  for (const [node, sets] of screens) {
    const own = sets.reduce((all, set) => all | set, 0);
    const queue = [node];
    near[node] = (near[node] ?? 0) | own;
    // A list visits what is added while it is walked through.
    for (const at of queue) {
      for (const { from } of moves.into[at] ?? []) {
        const known = near[from] ?? 0;
        if ((known | own) === known) continue;
        near[from] = known | own;
        queue.push(from);
      }
    }
  }
  return near;
}
