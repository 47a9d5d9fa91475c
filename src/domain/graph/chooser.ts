import { BugError } from '../../errors.js';
import { randomStream, type RandomStream } from '../random.js';
import { PythonRandom } from './python-random.js';

/** What is being chosen: the target of an edge, of a wait edge, the entry of an app, or the screen of a node. */
export type ChoiceKind = 'edge' | 'wait' | 'open' | 'screen';

/** Decides among equally likely places. */
export interface Chooser {
  /**
   * Index into `candidates`, which is never empty: node indices of the graph, or positions in a node's list of screens.
   */
  choose(candidates: readonly number[], kind: ChoiceKind): number;
  /** Random words consumed so far; assign a value read earlier to go back to it. */
  position: number;
}

/** Whose draws: equal episodes draw equally, and no episode influences another. */
export interface ChooserKey {
  readonly seed: number;
  readonly task: string;
  readonly repeat: number;
}

/** Opens the chooser of an episode. */
export interface ChooserFactory {
  (key: ChooserKey): Chooser;
  /** All episodes draw from one stream, so an episode's draws depend on those before it. */
  readonly isShared?: boolean;
}

class SeededChooser implements Chooser {
  readonly #key: ChooserKey;
  /** Made at the first draw between several candidates; many episodes never draw. */
  #stream: RandomStream | null = null;

  constructor(key: ChooserKey) {
    this.#key = key;
  }

  get position(): number {
    return this.#stream?.position ?? 0;
  }

  set position(position: number) {
    this.#open().position = position;
  }

  choose(candidates: readonly number[]): number {
    return candidates.length === 1 ? 0 : this.#open().below(candidates.length);
  }

  #open(): RandomStream {
    return (this.#stream ??= randomStream('graph', this.#key.seed, this.#key.task, this.#key.repeat));
  }
}

/** A generator of its own for each episode, keyed by seed, task and repeat: order and concurrency do not matter. */
export function seededChooser(key: ChooserKey): Chooser {
  return new SeededChooser(key);
}

class PythonChooser implements Chooser {
  readonly #random: PythonRandom;

  constructor(random: PythonRandom) {
    this.#random = random;
  }

  get position(): number {
    return this.#random.position;
  }

  set position(position: number) {
    this.#random.moveTo(position);
  }

  choose(candidates: readonly number[]): number {
    return this.#random.below(candidates.length);
  }
}

/**
 * The published code's own draws: one Python stream for the whole run, seeded once, of which every draw consumes words.
 * Results depend on the order of the tasks, so a run with it goes one task at a time. The key of an episode is ignored.
 */
export function pythonChooser(seed: number): ChooserFactory {
  const shared = new PythonChooser(new PythonRandom(seed));
  return Object.assign(() => shared, { isShared: true });
}

/** Always the first candidate. */
export function firstChooser(): Chooser {
  return { position: 0, choose: () => 0 };
}

/**
 * Chooses what it is asked to, for tests: `next()` names the wanted node (or number of a screen) before each draw.
 *
 * @throws {BugError} at a draw whose candidates do not include it.
 */
export function scriptedChooser(next: (kind: ChoiceKind) => number): Chooser {
  return {
    position: 0,
    choose(candidates, kind) {
      const wanted = next(kind);
      const index = candidates.indexOf(wanted);
      if (index === -1)
        throw new BugError(`${wanted} is not among the ${kind} candidates ${candidates.join(', ')}`);
      return index;
    },
  };
}
