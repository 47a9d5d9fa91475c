import { BugError } from '../../errors.js';
import { BACK, type MoveGraph, type Way } from './move-graph.js';
import { choiceOf, type Choice } from './moves.js';
import type { OpenMilestones } from './open-milestones.js';
import type { Solution, SolutionStep } from './solution.js';
import type { Objective } from './solving/objective.js';

/** What arriving at a node may do to a set of open milestones, and how likely it does. */
interface Arrival {
  readonly left: OpenMilestones;
  /** Number of a screen that does it. */
  readonly screen: number;
  /** −ln of the chance that a screen shows that does it. */
  readonly luck: number;
}

/** By place (`#placeOf` a node): the fewest actions, and −ln of their chance. */
interface Costs {
  readonly steps: Int32Array;
  readonly luck: Float64Array;
}

/**
 * `stay`: reach the milestones and be done, anywhere. `return`: reach them and be back at the node by BACK, whose screen
 * may reach the last of them. `leave`: the same, but what the screen shows that the last BACK brings is not counted: one
 * arrival shows one screen, and it may be wanted for something else.
 */
type Purpose = 'stay' | 'return' | 'leave';

/** A way out of a node that is taken for more than where it leads. */
interface Exit {
  readonly way: Way;
  /** Whether BACK brings one back to the node; staying without a trace needs none. */
  readonly grows: boolean;
  /** Bits that the action itself reaches: those of an answer. */
  readonly says: OpenMilestones;
}

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
  readonly #objective: Objective;
  readonly #maxStates: number;
  /** Nodes from which a milestone can be reached other than by what can be done anywhere; all others are alike. */
  readonly #relevant: readonly number[];
  /** By node: its position in that list, or the length of the list. */
  readonly #placeOf: Int32Array;
  /** Places: one for each relevant node, and one for all others. */
  readonly #size: number;
  readonly #anywhereTo: ReadonlyMap<number, Way>;
  /** By node, ways out of it that show its own screen again or give the answer. */
  readonly #exits: ReadonlyMap<number, readonly Exit[]>;
  readonly #costs: Record<Purpose, Map<OpenMilestones, Costs>> = {
    stay: new Map(),
    return: new Map(),
    leave: new Map(),
  };

  constructor(moves: MoveGraph, objective: Objective, maxStates: number) {
    this.#moves = moves;
    this.#objective = objective;
    this.#maxStates = maxStates;
    this.#anywhereTo = new Map(moves.anywhere.map((way) => [way.to, way]));
    const answers = objective.answer !== 0;
    // An answer can be given anywhere, and may lead on where a screen waits.
    const relevant = new Set(answers ? moves.graph.nodes.keys() : objective.screens.keys());
    // A set visits what is added while it is walked through.
    for (const node of relevant) for (const { from } of moves.into[node] ?? []) relevant.add(from);
    this.#relevant = [...relevant];
    this.#size = relevant.size + 1;
    this.#placeOf = new Int32Array(moves.graph.nodes.length).fill(relevant.size);
    for (const [place, node] of this.#relevant.entries()) this.#placeOf[node] = place;
    const withExits = answers ? this.#relevant : [...objective.screens.keys()];
    this.#exits = new Map(withExits.map((node) => [node, this.#exitsOf(node)]));
  }

  solve(start: number): Solution | 'unsolvable' | 'too large' {
    const begins = this.#arrive(start, this.#objective.all);
    const sets = this.#setsFrom(begins.map(({ left }) => left));
    if (sets === null) return 'too large';
    this.#fillNothing();
    for (const open of sets) {
      this.#fillReturn(open);
      this.#fillStay(open);
    }
    const [best] = begins
      .map((arrival) => ({ ...arrival, ...this.#cost('stay', arrival.left, start), drawn: arrival.luck }))
      .toSorted((a, b) => a.steps - b.steps || a.luck + a.drawn - (b.luck + b.drawn));
    if (best === undefined || best.steps >= NEVER) return 'unsolvable';
    const steps: SolutionStep[] = [];
    this.#retraceStay(best.left, start, steps);
    const probability = Math.exp(-best.luck - best.drawn);
    return { type: 'solved', steps, startScreen: best.screen, probability };
  }

  /** Showing the screen again, and giving the answer. */
  #exitsOf(node: number): Exit[] {
    const { graph, mode, redraws, onlySure } = this.#moves;
    const exits: Exit[] = [];
    const add = (choice: Choice | null, says: OpenMilestones): void => {
      if (choice === null) return;
      const places = new Set(choice.targets);
      if (onlySure && places.size > 1) return;
      for (const to of places) {
        const probability = choice.targets.filter((target) => target === to).length / choice.targets.length;
        const luck = -Math.log(probability) + 0;
        const way = { from: node, to, action: choice.action, targets: choice.targets, probability, luck };
        exits.push({ way, grows: choice.grows, says });
      }
    };
    add(redraws[node] ?? null, 0);
    if (this.#objective.answer !== 0) {
      const action = { action_type: 'answer', text: this.#objective.text };
      add(choiceOf(graph, mode, node, action), this.#objective.answer);
    }
    return exits;
  }

  /** Sets that come up, small ones first; null when they are too many. */
  #setsFrom(begins: readonly OpenMilestones[]): readonly OpenMilestones[] | null {
    const { order, screens, answer } = this.#objective;
    const effects = new Set<OpenMilestones>(answer === 0 ? [] : [answer]);
    for (const sets of screens.values()) for (const screen of sets) effects.add(screen);
    const sets = new Set(begins);
    // A set visits what is added while it is walked through.
    for (const open of sets) {
      for (const effect of effects) {
        sets.add(order.arrive(open, effect)).add(open & ~order.canWait(open, effect));
      }
      if (sets.size * this.#size > this.#maxStates) return null;
      for (const part of order.firstParts(open)) sets.add(part).add(open & ~part);
    }
    sets.delete(0);
    return [...sets].toSorted((a, b) => countBits(a) - countBits(b));
  }

  #cost(purpose: Purpose, open: OpenMilestones, node: number): { steps: number; luck: number } {
    if (open === 0 && purpose !== 'leave') return { steps: 0, luck: 0 };
    const costs = this.#costs[purpose].get(open);
    const place = this.#placeOf[node] ?? 0;
    return { steps: costs?.steps[place] ?? NEVER, luck: costs?.luck[place] ?? 0 };
  }

  /** Going out and back for nothing but the screen that it shows. */
  #fillNothing(): void {
    const row = new CostRow(this.#size);
    const { anywhere, canGoBack, from } = this.#moves;
    const everywhere = anywhere
      .filter(({ to }) => canGoBack[to])
      .reduce((least, { luck }) => Math.min(least, luck), Infinity);
    for (let place = 0; place < this.#size; place += 1) {
      if (everywhere < Infinity) row.improve(place, 2, everywhere);
      const node = this.#relevant[place];
      if (node === undefined) continue;
      for (const { to, luck } of from[node] ?? []) if (canGoBack[to] === true) row.improve(place, 2, luck);
      for (const { way, grows, says } of this.#exits.get(node) ?? []) {
        if (says === 0 && grows && canGoBack[way.to] === true) row.improve(place, 2, way.luck);
      }
    }
    this.#costs.leave.set(0, row);
  }

  /** Costs of coming back, for every node and one set, from those of all smaller sets. */
  #fillReturn(open: OpenMilestones): void {
    const row = new CostRow(this.#size);
    const leave = new CostRow(this.#size);
    this.#costs.return.set(open, row);
    this.#costs.leave.set(open, leave);
    this.#joinParts('return', open, row);
    for (const [node, exits] of this.#exits) {
      const place = this.#placeOf[node] ?? 0;
      for (const { way, grows, says } of exits) {
        if (grows && this.#moves.canGoBack[way.to] !== true) continue;
        for (const { left, luck } of this.#onward(way.to, open, says)) {
          const rest = this.#cost('return', left, way.to);
          if (rest.steps >= NEVER) continue;
          if (grows) leave.improve(place, rest.steps + 2, rest.luck + luck + way.luck);
          else row.improve(place, rest.steps + 1, rest.luck + luck + way.luck);
        }
      }
    }
    for (const node of this.#objective.screens.keys()) {
      const place = this.#placeOf[node] ?? 0;
      for (const { steps, luck } of this.#returns(node, open)) row.improve(place, steps, luck);
    }
    const lead = (node: number, steps: number, luck: number, reach: Reach): void => {
      if (this.#moves.canGoBack[node] === true) reach(node, steps + 2, luck);
    };
    this.#spread(open, 'return', row, lead, leave);
  }

  /** Costs of being done, for every node and one set, from those of all smaller sets. */
  #fillStay(open: OpenMilestones): void {
    const row = new CostRow(this.#size);
    this.#costs.stay.set(open, row);
    this.#joinParts('stay', open, row);
    const back = this.#costs.return.get(open);
    for (let place = 0; place < this.#size; place += 1) {
      row.improve(place, back?.steps[place] ?? NEVER, back?.luck[place] ?? 0);
    }
    if (open === this.#objective.answer)
      for (let place = 0; place < this.#size; place += 1) row.improve(place, 1, 0);
    for (const [node, exits] of this.#exits) {
      for (const { way, says } of exits) {
        for (const { left, luck } of this.#onward(way.to, open, says)) {
          const rest = this.#cost('stay', left, way.to);
          if (rest.steps >= NEVER) continue;
          row.improve(this.#placeOf[node] ?? 0, rest.steps + 1, rest.luck + luck + way.luck);
        }
      }
    }
    this.#spread(open, 'stay', row, (node, steps, luck, reach) => reach(node, steps + 1, luck), null);
  }

  /** What is left once the action has said what it says and the node is arrived at; without what changes nothing. */
  #onward(node: number, open: OpenMilestones, says: OpenMilestones): readonly Arrival[] {
    const said = this.#objective.order.arrive(open, says);
    return this.#arrive(node, said).filter(({ left }) => left !== open);
  }

  /**
   * Carries costs from nodes to those before them.
   *
   * @param leave where the costs count that leave the last screen open; the row itself gets them too
   */
  #spread(
    open: OpenMilestones,
    purpose: 'stay' | 'return',
    row: CostRow,
    lead: (node: number, steps: number, luck: number, reach: Reach) => void,
    leave: CostRow | null,
  ): void {
    /** Places by their number of actions. */
    const levels: number[][] = [];
    /** Cheapest way on by an action that does the same on every node. */
    let everywhere = { steps: NEVER, luck: 0 };
    const improve = (place: number, steps: number, luck: number): void => {
      leave?.improve(place, steps, luck);
      const known = row.steps[place] ?? 0;
      if (row.improve(place, steps, luck) && steps < known) (levels[steps] ??= []).push(place);
    };
    const reach: Reach = (node, steps, luck) => {
      for (const way of this.#moves.into[node] ?? []) {
        improve(this.#placeOf[way.from] ?? 0, steps, luck + way.luck);
      }
      const way = this.#anywhereTo.get(node);
      if (way === undefined) return;
      const drawn = luck + way.luck;
      if (steps < everywhere.steps || (steps === everywhere.steps && drawn < everywhere.luck)) {
        everywhere = { steps, luck: drawn };
      }
    };
    for (const node of this.#objective.screens.keys()) {
      for (const { left, luck } of this.#arrive(node, open)) {
        const rest = left === open ? null : this.#cost(purpose, left, node);
        if (rest !== null && rest.steps < NEVER) lead(node, rest.steps, rest.luck + luck, reach);
      }
    }
    levels.length = 0;
    for (let place = 0; place < this.#size; place += 1) {
      const known = Math.min(row.steps[place] ?? NEVER, leave?.steps[place] ?? NEVER);
      if (leave !== null) row.improve(place, leave.steps[place] ?? NEVER, leave.luck[place] ?? 0);
      if (known < NEVER) (levels[known] ??= []).push(place);
    }
    // Every move costs something, so the nodes of a level are settled when its turn comes.
    for (let level = 0; level < Math.min(levels.length, everywhere.steps); level += 1) {
      for (const place of levels[level] ?? []) {
        const node = this.#relevant[place];
        if (node === undefined || row.steps[place] !== level) continue;
        const same = this.#arrive(node, open).find(({ left }) => left === open);
        if (same !== undefined) lead(node, level, (row.luck[place] ?? 0) + same.luck, reach);
      }
    }
    if (everywhere.steps >= NEVER) return;
    for (let place = 0; place < this.#size; place += 1) improve(place, everywhere.steps, everywhere.luck);
  }

  /** Reaching some of the set and coming back, then the rest. */
  #joinParts(purpose: 'stay' | 'return', open: OpenMilestones, row: CostRow): void {
    for (const part of this.#objective.order.firstParts(open)) {
      const first = this.#costs.return.get(part);
      const second = this.#costs[purpose].get(open & ~part);
      if (first === undefined || second === undefined) continue;
      for (let place = 0; place < this.#size; place += 1) {
        const sum = (first.steps[place] ?? NEVER) + (second.steps[place] ?? NEVER);
        if (sum < NEVER) row.improve(place, sum, (first.luck[place] ?? 0) + (second.luck[place] ?? 0));
      }
    }
  }

  /** What arriving at the node may leave of the set; the last, where it is among them, is the set as it was. */
  #arrive(node: number, open: OpenMilestones): readonly Arrival[] {
    const screens = this.#objective.screens.get(node);
    if (screens === undefined) return [{ left: open, screen: 0, luck: 0 }];
    const left = screens.map((milestones) => this.#objective.order.arrive(open, milestones));
    const sets = [...new Set(left)].toSorted((a, b) => a - b);
    return sets.map((set) => ({
      left: set,
      screen: left.indexOf(set),
      // What leaves less does as well.
      luck: Math.log(left.length) - Math.log(left.filter((other) => (other & ~set) === 0).length),
    }));
  }

  /** Coming back shows the node's own screen again, which may reach what had to wait for the others. */
  #returns(
    node: number,
    open: OpenMilestones,
  ): { steps: number; luck: number; others: OpenMilestones; screen: number }[] {
    const { order, screens } = this.#objective;
    const waiting = new Set((screens.get(node) ?? []).map((milestones) => order.canWait(open, milestones)));
    return [...waiting].flatMap((last) => {
      if (last === 0) return [];
      const others = open & ~last;
      const { steps, luck } = this.#cost('leave', others, node);
      if (steps >= NEVER) return [];
      return this.#arrive(node, last)
        .filter(({ left }) => left === 0)
        .map((arrival) => ({ steps, luck: luck + arrival.luck, others, screen: arrival.screen }));
    });
  }

  /** The actions behind a cost, found by looking again for what adds up to it. */
  #retraceStay(open: OpenMilestones, node: number, steps: SolutionStep[]): void {
    if (open === 0) return;
    const fits = fitting(this.#cost('stay', open, node));
    if (open === this.#objective.answer && fits(1, 0)) {
      steps.push({ action: { action_type: 'complete', status: this.#objective.text }, to: -1, screen: 0 });
      return;
    }
    const goOn = (exits: readonly Exit[]): boolean =>
      exits.some(({ way, says }) => {
        const said = this.#objective.order.arrive(open, says);
        return this.#arrive(way.to, said).some(({ left, screen, luck }) => {
          const rest = this.#cost('stay', left, way.to);
          if (!fits(rest.steps + 1, rest.luck + luck + way.luck)) return false;
          steps.push({ action: way.action, to: way.to, screen });
          this.#retraceStay(left, way.to, steps);
          return true;
        });
      });
    // Where several are as short: what people would do, who answer last.
    if (goOn(this.#waysFrom(node).filter(({ says }) => says === 0))) return;
    for (const part of this.#objective.order.firstParts(open)) {
      const first = this.#cost('return', part, node);
      const second = this.#cost('stay', open & ~part, node);
      if (!fits(first.steps + second.steps, first.luck + second.luck)) continue;
      this.#retraceReturn(part, node, steps);
      this.#retraceStay(open & ~part, node, steps);
      return;
    }
    const back = this.#cost('return', open, node);
    if (fits(back.steps, back.luck)) {
      this.#retraceReturn(open, node, steps);
      return;
    }
    if (goOn(this.#exits.get(node) ?? [])) return;
    throw this.#unexplained(node, open);
  }

  #retraceReturn(open: OpenMilestones, node: number, steps: SolutionStep[]): void {
    if (open === 0) return;
    const goal = this.#cost('return', open, node);
    const fits = fitting(goal);
    for (const part of this.#objective.order.firstParts(open)) {
      const first = this.#cost('return', part, node);
      const second = this.#cost('return', open & ~part, node);
      if (!fits(first.steps + second.steps, first.luck + second.luck)) continue;
      this.#retraceReturn(part, node, steps);
      this.#retraceReturn(open & ~part, node, steps);
      return;
    }
    for (const home of this.#returns(node, open)) {
      if (!fits(home.steps, home.luck)) continue;
      this.#retraceLeave(home.others, node, home.screen, steps);
      return;
    }
    for (const { way, grows, says } of this.#exits.get(node) ?? []) {
      if (grows) continue;
      for (const { left, screen, luck } of this.#onward(node, open, says)) {
        const rest = this.#cost('return', left, node);
        if (!fits(rest.steps + 1, rest.luck + luck + way.luck)) continue;
        steps.push({ action: way.action, to: node, screen });
        this.#retraceReturn(left, node, steps);
        return;
      }
    }
    this.#retraceLeave(open, node, 0, steps);
  }

  /** @param screen what the last BACK must show */
  #retraceLeave(open: OpenMilestones, node: number, screen: number, steps: SolutionStep[]): void {
    const fits = fitting(this.#cost('leave', open, node));
    for (const { way, grows, says } of this.#waysFrom(node)) {
      if (!grows || this.#moves.canGoBack[way.to] !== true || (open === 0 && says !== 0)) continue;
      for (const arrival of this.#arrive(way.to, this.#objective.order.arrive(open, says))) {
        const rest = this.#cost('return', arrival.left, way.to);
        if (!fits(rest.steps + 2, rest.luck + arrival.luck + way.luck)) continue;
        steps.push({ action: way.action, to: way.to, screen: arrival.screen });
        this.#retraceReturn(arrival.left, way.to, steps);
        steps.push({ action: BACK, to: node, screen });
        return;
      }
    }
    throw this.#unexplained(node, open);
  }

  #waysFrom(node: number): readonly Exit[] {
    const plain = [...(this.#moves.from[node] ?? []), ...this.#moves.anywhere];
    const exits = this.#exits.get(node) ?? [];
    return [...plain.map((way) => ({ way, grows: true, says: 0 })), ...exits];
  }

  #unexplained(node: number, open: OpenMilestones): BugError {
    return new BugError(`no move from ${this.#moves.graph.nodes[node]?.id} explains the cost of set ${open}`);
  }
}

/** Costs of the nodes that lead to one. */
type Reach = (node: number, steps: number, luck: number) => void;

class CostRow implements Costs {
  readonly steps: Int32Array;
  readonly luck: Float64Array;

  constructor(size: number) {
    this.steps = new Int32Array(size).fill(NEVER);
    this.luck = new Float64Array(size);
  }

  /** Whether it is better than what was known. */
  improve(place: number, steps: number, luck: number): boolean {
    const known = this.steps[place] ?? 0;
    if (steps > known || steps >= NEVER || (steps === known && luck >= (this.luck[place] ?? 0))) return false;
    this.steps[place] = steps;
    this.luck[place] = luck;
    return true;
  }
}

function fitting(goal: { steps: number; luck: number }): (steps: number, luck: number) => boolean {
  return (steps, luck) => steps === goal.steps && Math.abs(luck - goal.luck) < TOLERANCE;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
