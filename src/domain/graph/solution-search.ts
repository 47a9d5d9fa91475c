import { BugError } from '../../errors.js';
import type { MilestoneRules } from '../milestones/milestone-progress.js';
import { BACK, type MoveGraph, type Way } from './move-graph.js';
import { MilestoneOrder, type OpenMilestones } from './open-milestones.js';
import type { Solution, SolutionStep } from './solution.js';

/** What arriving at a node may do to a set of open milestones, and how likely it does. */
interface Arrival {
  readonly left: OpenMilestones;
  /** Number of a screen that does it. */
  readonly screen: number;
  /** −ln of the chance that one of them shows. */
  readonly luck: number;
}

/** By place (`#placeOf` a node): the fewest actions, and −ln of their chance. */
interface Costs {
  readonly steps: Int32Array;
  readonly luck: Float64Array;
}

/** `stay`: reach the milestones and be done, anywhere. `return`: reach them and come back to the node by BACK. */
type Purpose = 'stay' | 'return';

const NEVER = 1 << 29;
/** Sums taken in another order may differ in their last bits. */
const TOLERANCE = 1e-9;

/**
 * Milestones once reached stay reached, so a solution is a tree of moves: one last route that never turns back, at one
 * action a move, and excursions from it that return by BACK, at two actions a move. The cheapest tree for every node and
 * every set of open milestones is found from small sets to large ones.
 *
 * Source: the dynamic program of Dreyfus and Wagner (1971) for Steiner trees, in its directed form.
 */
export class SolutionSearch {
  readonly #moves: MoveGraph;
  readonly #order: MilestoneOrder;
  readonly #maxStates: number;
  /** Nodes from which a milestone can be reached other than by what can be done anywhere; all others are alike. */
  readonly #relevant: readonly number[];
  /** By node: its position in that list, or the length of the list. */
  readonly #placeOf: Int32Array;
  /** Places: one for each relevant node, and one for all others. */
  readonly #size: number;
  /** By node, where any screen belongs to a milestone: those each screen belongs to. */
  readonly #screens = new Map<number, readonly OpenMilestones[]>();
  readonly #anywhereTo: ReadonlyMap<number, Way>;
  readonly #costs: Record<Purpose, Map<OpenMilestones, Costs>> = { stay: new Map(), return: new Map() };

  constructor(moves: MoveGraph, rules: MilestoneRules, maxStates: number) {
    this.#moves = moves;
    this.#order = new MilestoneOrder(rules);
    this.#maxStates = maxStates;
    this.#anywhereTo = new Map(moves.anywhere.map((way) => [way.to, way]));
    for (const place of rules.leavesOfScreen.keys()) {
      const index = moves.nodeOf.get(place);
      const node = index === undefined ? undefined : moves.graph.nodes[index];
      if (index === undefined || node === undefined || this.#screens.has(index)) continue;
      const ofNode = rules.leavesOfScreen.get(node.id) ?? [];
      const sets = node.screens.map(({ id }) => bitsOf([...ofNode, ...(rules.leavesOfScreen.get(id) ?? [])]));
      // Nothing is sure but what every screen shows.
      this.#screens.set(index, moves.onlySure ? [sets.reduce((all, set) => all & set)] : sets);
    }
    const relevant = new Set(this.#screens.keys());
    // A set visits what is added while it is walked through.
    for (const node of relevant) for (const { from } of moves.into[node] ?? []) relevant.add(from);
    this.#relevant = [...relevant];
    this.#size = relevant.size + 1;
    this.#placeOf = new Int32Array(moves.graph.nodes.length).fill(relevant.size);
    for (const [place, node] of this.#relevant.entries()) this.#placeOf[node] = place;
  }

  solve(start: number, wanted: OpenMilestones): Solution | 'unsolvable' | 'too large' {
    const begins = this.#arrive(start, wanted);
    const sets = this.#setsFrom(begins.map(({ left }) => left));
    if (sets === null) return 'too large';
    for (const open of sets) {
      this.#fill('return', open);
      this.#fill('stay', open);
    }
    const [best] = begins
      .map((arrival) => ({ ...arrival, ...this.#cost('stay', arrival.left, start), drawn: arrival.luck }))
      .toSorted((a, b) => a.steps - b.steps || a.luck + a.drawn - (b.luck + b.drawn));
    if (best === undefined || best.steps >= NEVER) return 'unsolvable';
    const steps: SolutionStep[] = [];
    this.#retrace('stay', best.left, start, steps);
    const probability = Math.exp(-best.luck - best.drawn);
    return { type: 'solved', steps, startScreen: best.screen, probability };
  }

  /** Sets that come up, small ones first; null when they are too many. */
  #setsFrom(begins: readonly OpenMilestones[]): readonly OpenMilestones[] | null {
    const effects = new Set<OpenMilestones>();
    for (const screens of this.#screens.values()) for (const screen of screens) effects.add(screen);
    const sets = new Set(begins);
    // A set visits what is added while it is walked through.
    for (const open of sets) {
      for (const effect of effects) {
        sets.add(this.#order.arrive(open, effect)).add(open & ~this.#order.canWait(open, effect));
      }
      if (sets.size * this.#size > this.#maxStates) return null;
      for (const part of this.#order.firstParts(open)) sets.add(part).add(open & ~part);
    }
    sets.delete(0);
    return [...sets].toSorted((a, b) => countBits(a) - countBits(b));
  }

  #cost(purpose: Purpose, open: OpenMilestones, node: number): { steps: number; luck: number } {
    if (open === 0) return { steps: 0, luck: 0 };
    const costs = this.#costs[purpose].get(open);
    const place = this.#placeOf[node] ?? 0;
    return { steps: costs?.steps[place] ?? NEVER, luck: costs?.luck[place] ?? 0 };
  }

  /** Costs of every node for one set, from those of all smaller sets. */
  #fill(purpose: Purpose, open: OpenMilestones): void {
    const steps = new Int32Array(this.#size).fill(NEVER);
    const luck = new Float64Array(this.#size);
    this.#joinParts(purpose, open, { steps, luck });
    /** Places by their number of actions. */
    const levels: number[][] = [];
    /** Cheapest way on by an action that does the same on every node. */
    let everywhere = { steps: NEVER, luck: 0 };
    const improve = (place: number, sum: number, chance: number): void => {
      const known = steps[place] ?? 0;
      if (sum > known || (sum === known && chance >= (luck[place] ?? 0))) return;
      steps[place] = sum;
      luck[place] = chance;
      if (sum < known) (levels[sum] ??= []).push(place);
    };
    const price = purpose === 'stay' ? 1 : 2;
    /** What arriving at the node, with that much to pay from there, is worth to the nodes before it. */
    const lead = (node: number, sum: number, chance: number): void => {
      if (purpose === 'return' && this.#moves.canGoBack[node] !== true) return;
      for (const way of this.#moves.into[node] ?? []) {
        improve(this.#placeOf[way.from] ?? 0, sum + price, chance + way.luck);
      }
      const way = this.#anywhereTo.get(node);
      if (way === undefined) return;
      const [all, drawn] = [sum + price, chance + way.luck];
      if (all < everywhere.steps || (all === everywhere.steps && drawn < everywhere.luck)) {
        everywhere = { steps: all, luck: drawn };
      }
    };
    for (const node of this.#screens.keys()) {
      for (const arrival of this.#arrive(node, open)) {
        if (arrival.left === open) continue;
        const onward = this.#cost(purpose, arrival.left, node);
        if (onward.steps < NEVER) lead(node, onward.steps, onward.luck + arrival.luck);
      }
      for (const home of this.#returns(node, open)) {
        if (home.steps < NEVER) improve(this.#placeOf[node] ?? 0, home.steps, home.luck);
      }
    }
    levels.length = 0;
    for (let place = 0; place < this.#size; place += 1) {
      const known = steps[place] ?? NEVER;
      if (known < NEVER) (levels[known] ??= []).push(place);
    }
    // Every move costs something, so the nodes of a level are settled when its turn comes.
    for (let level = 0; level < Math.min(levels.length, everywhere.steps); level += 1) {
      for (const place of levels[level] ?? []) {
        const node = this.#relevant[place];
        if (node === undefined || steps[place] !== level) continue;
        const same = this.#unchanged(node, open);
        if (same !== null) lead(node, level, (luck[place] ?? 0) + same.luck);
      }
    }
    if (everywhere.steps < NEVER) {
      for (let place = 0; place < this.#size; place += 1) improve(place, everywhere.steps, everywhere.luck);
    }
    this.#costs[purpose].set(open, { steps, luck });
  }

  /** Reaching some of the set and coming back, then the rest. */
  #joinParts(purpose: Purpose, open: OpenMilestones, { steps, luck }: Costs): void {
    for (const part of this.#order.firstParts(open)) {
      const first = this.#costs.return.get(part);
      const second = this.#costs[purpose].get(open & ~part);
      if (first === undefined || second === undefined) continue;
      for (let place = 0; place < this.#size; place += 1) {
        const sum = (first.steps[place] ?? NEVER) + (second.steps[place] ?? NEVER);
        const known = steps[place] ?? 0;
        if (sum > known || sum >= NEVER) continue;
        const chance = (first.luck[place] ?? 0) + (second.luck[place] ?? 0);
        if (sum === known && chance >= (luck[place] ?? 0)) continue;
        steps[place] = sum;
        luck[place] = chance;
      }
    }
  }

  /** What arriving at the node may leave of the set. */
  #arrive(node: number, open: OpenMilestones): readonly Arrival[] {
    const screens = this.#screens.get(node);
    if (screens === undefined) return [{ left: open, screen: 0, luck: 0 }];
    const left = screens.map((milestones) => this.#order.arrive(open, milestones));
    return [...new Set(left)].map((set) => ({
      left: set,
      screen: left.indexOf(set),
      luck: Math.log(left.length) - Math.log(left.filter((other) => other === set).length),
    }));
  }

  /** An arrival at the node that leaves the set as it is, if there is one. */
  #unchanged(node: number, open: OpenMilestones): Arrival | null {
    return this.#arrive(node, open).find(({ left }) => left === open) ?? null;
  }

  /** Coming back shows the node's own screen again, which may reach what had to wait for the others. */
  #returns(
    node: number,
    open: OpenMilestones,
  ): { steps: number; luck: number; others: OpenMilestones; screen: number }[] {
    if (this.#unchanged(node, open) === null) return [];
    const waiting = new Set(
      (this.#screens.get(node) ?? []).map((milestones) => this.#order.canWait(open, milestones)),
    );
    return [...waiting].flatMap((last) => {
      const others = open & ~last;
      if (last === 0 || others === 0) return [];
      const { steps, luck } = this.#cost('return', others, node);
      return this.#arrive(node, last)
        .filter(({ left }) => left === 0)
        .map((arrival) => ({ steps, luck: luck + arrival.luck, others, screen: arrival.screen }));
    });
  }

  /** The actions behind a cost, found by looking again for what adds up to it. */
  #retrace(purpose: Purpose, open: OpenMilestones, node: number, steps: SolutionStep[]): void {
    if (open === 0) return;
    const goal = this.#cost(purpose, open, node);
    const fits = (count: number, luck: number): boolean =>
      count === goal.steps && Math.abs(luck - goal.luck) < TOLERANCE;
    for (const part of this.#order.firstParts(open)) {
      const first = this.#cost('return', part, node);
      const second = this.#cost(purpose, open & ~part, node);
      if (!fits(first.steps + second.steps, first.luck + second.luck)) continue;
      this.#retrace('return', part, node, steps);
      this.#retrace(purpose, open & ~part, node, steps);
      return;
    }
    for (const home of this.#returns(node, open)) {
      if (!fits(home.steps, home.luck)) continue;
      this.#retrace('return', home.others, node, steps);
      // The last step so far is the BACK that shows the screen.
      const last = steps.pop();
      if (last !== undefined) steps.push({ ...last, screen: home.screen });
      return;
    }
    const price = purpose === 'stay' ? 1 : 2;
    for (const way of [...(this.#moves.from[node] ?? []), ...this.#moves.anywhere]) {
      if (purpose === 'return' && this.#moves.canGoBack[way.to] !== true) continue;
      for (const { left, screen, luck } of this.#arrive(way.to, open)) {
        const onward = this.#cost(purpose, left, way.to);
        if (!fits(onward.steps + price, onward.luck + luck + way.luck)) continue;
        steps.push({ action: way.action, to: way.to, screen });
        this.#retrace(purpose, left, way.to, steps);
        if (purpose === 'return') steps.push({ action: BACK, to: node, screen: 0 });
        return;
      }
    }
    throw new BugError(`no move from ${this.#moves.graph.nodes[node]?.id} explains ${goal.steps} steps`);
  }
}

function bitsOf(leaves: readonly number[]): OpenMilestones {
  return leaves.reduce((bits, leaf) => bits | (1 << leaf), 0);
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
