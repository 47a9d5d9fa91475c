import { randomStream, type RandomStream } from '../domain/random.js';
import type { EndpointPlaces } from './endpoint-places.js';
import { exponential } from './exponential.js';
import { PHASE, type Lanes } from './lanes.js';
import type { RunTally } from './run-tally.js';
import type { SimulatedFailures } from './simulated-load.js';
import { LONGEST_DELAY_MS } from './step-tries.js';

const HOUR_MS = 3_600_000;

/** Outages of the endpoint, one after the other: whoever has a call under way waits for its end, and loses no step. */
export class EndpointOutages {
  count = 0;
  /** Of these, those that lasted longer than a run waits. */
  stops = 0;
  readonly #failures: SimulatedFailures;
  readonly #lanes: Lanes;
  readonly #tally: RunTally;
  readonly #places: EndpointPlaces;
  readonly #isWhole: boolean;
  readonly #plan: (at: number) => void;
  readonly #stream: RandomStream;

  constructor(parts: {
    readonly failures: SimulatedFailures;
    readonly lanes: Lanes;
    readonly tally: RunTally;
    readonly places: EndpointPlaces;
    /** Whether episodes are taken whole, with the calls in them. */
    readonly isWhole: boolean;
    readonly seed: number;
    /** Plans a call of `begin`. */
    readonly plan: (at: number) => void;
  }) {
    this.#failures = parts.failures;
    this.#lanes = parts.lanes;
    this.#tally = parts.tally;
    this.#places = parts.places;
    this.#isWhole = parts.isWhole;
    this.#plan = parts.plan;
    this.#stream = randomStream(parts.seed, 'outages');
  }

  /** @param fromMs from now, at the earliest */
  planNext(fromMs = 0): void {
    const { outagesPerHour } = this.#failures;
    if (outagesPerHour > 0)
      this.#plan(this.#lanes.now + fromMs + exponential(this.#stream, HOUR_MS / outagesPerHour));
  }

  begin(): void {
    const { outageMs, outageLimitMs } = this.#failures;
    const lanes = this.#lanes;
    const lastsMs = exponential(this.#stream, outageMs);
    this.count += 1;
    if (lastsMs > outageLimitMs) this.stops += 1;
    // Items that try again find out that it is over: the first of them, after a part of the longest wait.
    const goneMs = lastsMs + LONGEST_DELAY_MS / (this.#tally.active + 1);
    this.#places.goneFrom = lanes.now;
    this.#places.goneUntil = lanes.now + goneMs;
    for (let lane = 0; lane < lanes.count; lane += 1) {
      if (!this.holdsUp(lane)) continue;
      this.#tally.waitMs.outages += goneMs;
      lanes.prolong(lane, goneMs);
    }
    this.planNext(goneMs);
  }

  /** Whether the lane has a call under way. */
  holdsUp(lane: number): boolean {
    const phase = this.#lanes.phase(lane);
    return phase === PHASE.asking || (this.#isWhole && phase === PHASE.acting);
  }
}
