import type { RandomStream } from '../domain/random.js';
import { EventHeap } from './event-heap.js';

/** What a lane does, in this order on its way through an episode. */
export const PHASE = {
  away: 0,
  idle: 1,
  device: 2,
  preparing: 3,
  endpoint: 4,
  asking: 5,
  acting: 6,
} as const;
export type Phase = (typeof PHASE)[keyof typeof PHASE];

/**
 * The lanes of a run, each with the item that it has in hand, and what comes next of all. A turn of a lane ends with each change of
 * plan: events of earlier turns mean nothing. Times in milliseconds.
 */
export class Lanes {
  readonly count: number;
  readonly heap = new EventHeap();
  now = 0;
  readonly turns: Int32Array;
  /** Steps of the episode that are left, and that are done. */
  readonly left: Int32Array;
  readonly done: Int32Array;
  /** Workers that the episode has ended. */
  readonly deaths: Uint8Array;
  /** Steps of the hold under way, what they take at the endpoint and elsewhere, and whether the last of them fails for good. */
  readonly bundle: Int32Array;
  readonly askMs: Float64Array;
  readonly actMs: Float64Array;
  readonly isBroken: Uint8Array;
  readonly #phase: Uint8Array;
  readonly #since: Float64Array;
  readonly #until: Float64Array;
  readonly #streams: RandomStream[] = [];

  constructor(count: number) {
    this.count = count;
    this.turns = new Int32Array(count);
    this.left = new Int32Array(count);
    this.done = new Int32Array(count);
    this.deaths = new Uint8Array(count);
    this.bundle = new Int32Array(count);
    this.askMs = new Float64Array(count);
    this.actMs = new Float64Array(count);
    this.isBroken = new Uint8Array(count);
    this.#phase = new Uint8Array(count);
    this.#since = new Float64Array(count);
    this.#until = new Float64Array(count);
  }

  /** The lane does something that lasts so long. */
  plan(lane: number, phase: Phase, lastsMs: number): void {
    const turn = this.enter(lane, phase);
    const until = this.now + lastsMs;
    this.#until[lane] = until;
    this.heap.push(until, lane, turn);
  }

  /** As `plan`, for something that goes on and will last longer: it began when it began. */
  prolong(lane: number, byMs: number): void {
    const since = this.since(lane);
    this.plan(lane, this.phase(lane), this.until(lane) + byMs - this.now);
    this.#since[lane] = since;
  }

  /** The lane does something until somebody else ends it. Gives its turn. */
  enter(lane: number, phase: Phase): number {
    const turn = ((this.turns[lane] ?? 0) + 1) | 0;
    this.turns[lane] = turn;
    this.#phase[lane] = phase;
    this.#since[lane] = this.now;
    return turn;
  }

  phase(lane: number): Phase {
    // Nothing else is ever put there.
    return (this.#phase[lane] ?? PHASE.away) as Phase;
  }

  since(lane: number): number {
    return this.#since[lane] ?? 0;
  }

  /** When its last plan is done, or was. */
  until(lane: number): number {
    return this.#until[lane] ?? 0;
  }

  stream(lane: number): RandomStream {
    // Whoever has an item has its stream.
    return this.#streams[lane] as RandomStream;
  }

  /** Puts an episode into the lane's hand. */
  give(
    lane: number,
    episode: {
      readonly stream: RandomStream;
      readonly left: number;
      readonly done: number;
      readonly deaths: number;
    },
  ): void {
    this.#streams[lane] = episode.stream;
    this.left[lane] = episode.left;
    this.done[lane] = episode.done;
    this.deaths[lane] = episode.deaths;
  }
}
