import { fromGraphAction } from '../../domain/graph/native-action.js';
import type { Graph } from '../../domain/graph/graph.js';
import { randomStream, type RandomStream } from '../../domain/random.js';
import type { Observation } from '../../domain/screen.js';
import type { Size } from '../../domain/geometry.js';
import { faultOf } from '../../errors.js';
import type { Environment, EpisodeStart, StepResult } from '../../environments/environment.js';
import type { CheckedTransition } from '../../formats/fidelity/fidelity-event.js';
import { screenLooks, type ScreenLooks } from './screen-looks.js';
import { moveKey, recordedMoves, scaledMove, type RecordedMove } from './recorded-moves.js';
import type { StateIndex } from './state-index.js';

/** A screen less like every recorded one than this is a screen that nobody recorded. */
const LEAST_SIMILARITY = 0.3;
/** The same where the one that is expected is the most like it: small screens have few words to agree in. */
const LEAST_EXPECTED = 0.15;
/** Steps that are walked to the next transition before the phone is reset instead. */
const FARTHEST = 3;
/** Transitions that are checked on the way before another part of the world is drawn. */
const MOST_NEAR = 12;
/** Ways to a transition that are tried. */
const MOST_TRIES = 3;
/** Starts on unknown screens, and crashes, in a row that are waited out. */
const MOST_FAILURES = 4;

/** What is told of each transition; `at` is added by whoever writes it down. */
export type TransitionVerdict = Omit<CheckedTransition, 'at' | 'type' | 'screen'>;

export interface CheckTransitionsOptions {
  readonly graph: Graph;
  readonly index: StateIndex;
  /** The live phone; what is forbidden it refuses with the rule `refused`. */
  readonly environment: Environment;
  readonly start: EpisodeStart;
  /** Steps that may be done on the phone. */
  readonly maxSteps: number;
  /** Monotonic milliseconds after which nothing more is begun. */
  readonly deadline: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Transitions that were checked before, by `moveKey`. */
  readonly known: ReadonlyMap<string, CheckedTransition['verdict']>;
  /** Callback for each verdict, with the live screen it rests on. */
  readonly onVerdict: (verdict: TransitionVerdict, seen: SeenScreen | null) => Promise<void>;
  /** Callback for each screen that is looked at. */
  readonly onScreen: (seen: SeenScreen) => Promise<void>;
  /** Callback after each step, with the number of moves that are decided. */
  readonly onStep: (decided: number, of: number) => void;
}

/** A live screen, and what it is recognised by. */
export interface SeenScreen {
  readonly observation: Observation;
  readonly looks: ScreenLooks;
  /** Node that it is taken for; null for a screen that nobody recorded. */
  readonly node: number | null;
  readonly similarity: number;
  /** Whether the phone came to it from a reset by the shortest way, so that nothing that the app remembers shows. */
  readonly isFresh: boolean;
}

/** Why the check ended, and what it took. */
export interface CheckedTransitions {
  /** `start`: the phone begins on a screen that nobody recorded. */
  readonly reason: 'complete' | 'steps' | 'seconds' | 'start';
  readonly steps: number;
  readonly resets: number;
}

/** Where the phone is by the world; null where that is not known, and it has to be reset. */
interface Position {
  readonly node: number;
  /** Pixels of the live screen. */
  readonly size: Size | null;
  /** Whether the phone comes from a reset by the shortest way. */
  readonly isFresh: boolean;
}

/**
 * Does on the live phone what a world says can be done, and looks whether it leads where the world says: in an order drawn from the
 * seed, so that a check that ends early is a sample. What differs in the middle of a walk is done again from a fresh start by the
 * shortest way, and that counts: an app remembers what was done before, a recorded state does not.
 */
export async function checkTransitions(options: CheckTransitionsOptions): Promise<CheckedTransitions> {
  return new TransitionCheck(options).run();
}

class TransitionCheck {
  readonly #options: CheckTransitionsOptions;
  readonly #moves: readonly (readonly RecordedMove[])[];
  readonly #verdicts: Map<string, CheckedTransition['verdict']>;
  readonly #random: RandomStream;
  readonly #total: number;
  readonly #tries = new Map<string, number>();
  #position: Position | null = null;
  #near = 0;
  #steps = 0;
  #resets = 0;
  #unknownStarts = 0;
  #crashes = 0;

  constructor(options: CheckTransitionsOptions) {
    this.#options = options;
    this.#moves = recordedMoves(options.graph);
    this.#verdicts = new Map(options.known);
    this.#random = randomStream('fidelity', options.seed);
    this.#total = this.#moves.reduce((sum, own) => sum + own.length, 0);
  }

  async run(): Promise<CheckedTransitions> {
    const ended = (reason: CheckedTransitions['reason']): CheckedTransitions => ({
      reason,
      steps: this.#steps,
      resets: this.#resets,
    });
    for (;;) {
      this.#options.signal.throwIfAborted();
      if (this.#steps >= this.#options.maxSteps) return ended('steps');
      if (performance.now() >= this.#options.deadline) return ended('seconds');
      const isFar = this.#position === null || this.#near >= MOST_NEAR;
      const near = isFar ? null : this.#nextFrom(this.#hereNow(), FARTHEST);
      if (near !== null) {
        this.#near += 1;
        await this.#follow(near);
        continue;
      }
      this.#near = 0;
      await this.#reset();
      if (this.#unknownStarts >= MOST_FAILURES) return ended('start');
      const position: Position | null = this.#position;
      if (position === null) continue;
      const far = this.#nextFrom(position.node, Infinity);
      if (far === null) {
        await this.#leaveUnreached();
        return ended('complete');
      }
      await this.#follow(far);
    }
  }

  #hereNow(): number {
    return this.#position?.node ?? this.#options.graph.root;
  }

  /** A way to an unchecked move, that move at its end: one drawn from those that are nearest, or from all within reach where any distance will do. */
  #nextFrom(start: number, farthest: number): readonly RecordedMove[] | null {
    const ways = new Map<number, readonly RecordedMove[]>([[start, []]]);
    const open: (readonly RecordedMove[])[] = [];
    for (const [node, way] of ways) {
      if (way.length > farthest) break;
      for (const move of this.#moves[node] ?? []) {
        const verdict = this.#verdicts.get(this.#key(move));
        if (verdict === undefined) open.push([...way, move]);
        if (verdict !== undefined && verdict !== 'agrees') continue;
        const [only, ...others] = move.targets;
        if (only !== undefined && others.length === 0 && !ways.has(only)) ways.set(only, [...way, move]);
      }
      // What is near costs little: it is done before anything farther away.
      if (farthest !== Infinity && open.length > 0) break;
    }
    return open.length === 0 ? null : (open[this.#random.below(open.length)] ?? null);
  }

  /** Goes the way; ends where something is not as the world says. */
  async #follow(way: readonly RecordedMove[]): Promise<void> {
    const goal = way.at(-1);
    if (goal !== undefined) {
      const key = this.#key(goal);
      const tries = (this.#tries.get(key) ?? 0) + 1;
      this.#tries.set(key, tries);
      // The phone does not do twice what it did once: nobody can say what happens there.
      if (tries > MOST_TRIES) {
        await this.#decide(goal, 'unreached', null);
        return;
      }
    }
    await this.#walk(way);
    // What is done from here on comes after more than the shortest way.
    if (this.#position !== null) this.#position = { ...this.#position, isFresh: false };
  }

  async #walk(way: readonly RecordedMove[]): Promise<void> {
    for (const move of way) {
      if (this.#steps >= this.#options.maxSteps) return;
      const before = this.#position;
      if (before === null) return;
      const verdict = await this.#perform(move, before);
      if (verdict === 'agrees') continue;
      // In the middle of a walk the app may remember something: only what happens after a fresh start counts.
      if (!before.isFresh && verdict !== 'refused') await this.#again(move);
      return;
    }
  }

  /** The move once more, from a fresh start by the shortest way. */
  async #again(move: RecordedMove): Promise<void> {
    await this.#reset();
    const position = this.#position;
    const way = position === null ? null : this.#wayTo(position.node, move.from);
    if (way === null) {
      await this.#decide(move, 'unreached', null);
      return;
    }
    await this.#follow([...way, move]);
  }

  /** The shortest way by what is sure and not known to differ; null where there is none. */
  #wayTo(start: number, goal: number): readonly RecordedMove[] | null {
    const ways = new Map<number, readonly RecordedMove[]>([[start, []]]);
    for (const [node, way] of ways) {
      if (node === goal) return way;
      for (const move of this.#moves[node] ?? []) {
        const verdict = this.#verdicts.get(this.#key(move));
        if (verdict !== undefined && verdict !== 'agrees') continue;
        const [only, ...others] = move.targets;
        if (only !== undefined && others.length === 0 && !ways.has(only)) ways.set(only, [...way, move]);
      }
    }
    return null;
  }

  async #reset(): Promise<void> {
    const { environment, start, signal, graph, index, onScreen } = this.#options;
    this.#resets += 1;
    const observation = await environment.reset(start, { signal });
    const { size } = observation.screen;
    if (!index.has(graph.root)) {
      // Nobody recorded what the start looks like.
      this.#position = { node: graph.root, size, isFresh: true };
      return;
    }
    const seen = await this.#look(observation, [graph.root], true);
    await onScreen(seen);
    // Something over the start, such as an advertisement: another reset may be without it.
    this.#unknownStarts = seen.node === null ? this.#unknownStarts + 1 : 0;
    this.#position = seen.node === null ? null : { node: seen.node, size, isFresh: true };
  }

  /** Does it, and keeps what came of it where that counts. */
  async #perform(move: RecordedMove, before: Position): Promise<CheckedTransition['verdict']> {
    const { onStep, onScreen } = this.#options;
    this.#steps += 1;
    const result = await this.#step(move, before);
    onStep(this.#verdicts.size, this.#total);
    if (result === null) {
      this.#position = null;
      await this.#decide(move, 'crash', null);
      return 'crash';
    }
    if (result.transition.rule === 'refused') {
      await this.#decide(move, 'refused', null);
      return 'refused';
    }
    if (result.type === 'ended') {
      this.#position = null;
      await this.#decide(move, 'differs', null);
      return 'differs';
    }
    const seen = await this.#look(result.observation, move.targets, before.isFresh);
    await onScreen(seen);
    const agreed = move.targets.find((target) => target === seen.node);
    const verdict =
      agreed === undefined ? (seen.node === move.from ? ('stays' as const) : ('differs' as const)) : 'agrees';
    if (verdict === 'agrees' || before.isFresh) await this.#decide(move, verdict, seen);
    this.#position =
      agreed === undefined
        ? null
        : { node: agreed, size: result.observation.screen.size, isFresh: before.isFresh };
    return verdict;
  }

  /** Null where the app or the phone went down. @throws what goes wrong time and again */
  async #step(move: RecordedMove, { size }: Position): Promise<StepResult | null> {
    const { environment, signal, graph } = this.#options;
    const recorded = graph.nodes[move.from]?.screens[0]?.size ?? graph.screenSize;
    const action = fromGraphAction(scaledMove(move.action, recorded, size ?? recorded));
    try {
      const result = await environment.step(action, { signal });
      this.#crashes = 0;
      return result;
    } catch (error) {
      this.#crashes += 1;
      if (faultOf(error) !== 'environment' || signal.aborted || this.#crashes >= MOST_FAILURES) throw error;
      return null;
    }
  }

  async #look(observation: Observation, targets: readonly number[], isFresh: boolean): Promise<SeenScreen> {
    const { index, signal } = this.#options;
    const looks = await screenLooks(observation.screen, { signal });
    const nearest = index.nearest(looks);
    const expected = nearest.find(({ node }) => targets.includes(node));
    const best = expected ?? nearest[0];
    const least = expected === undefined ? LEAST_SIMILARITY : LEAST_EXPECTED;
    if (best === undefined || best.similarity < least) {
      return { observation, looks, isFresh, node: null, similarity: best?.similarity ?? 0 };
    }
    return { observation, looks, isFresh, ...best };
  }

  async #decide(
    move: RecordedMove,
    verdict: CheckedTransition['verdict'],
    seen: SeenScreen | null,
  ): Promise<void> {
    const { graph, onVerdict } = this.#options;
    const key = this.#key(move);
    if (this.#verdicts.has(key)) return;
    const idOf = (node: number): string => graph.nodes[node]?.id ?? '';
    await onVerdict(
      {
        from: idOf(move.from),
        action: move.action,
        expected: move.targets.map(idOf),
        verdict,
        shown: seen?.node == null ? null : idOf(seen.node),
        similarity: seen?.similarity ?? 0,
      },
      seen,
    );
    this.#verdicts.set(key, verdict);
  }

  async #leaveUnreached(): Promise<void> {
    for (const move of this.#moves.flat()) {
      if (!this.#verdicts.has(this.#key(move))) await this.#decide(move, 'unreached', null);
    }
  }

  #key({ from, action }: RecordedMove): string {
    return moveKey(this.#options.graph.nodes[from]?.id ?? '', action);
  }
}
