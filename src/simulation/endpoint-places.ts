import type { Lanes } from './lanes.js';
import type { RunTally } from './run-tally.js';
import type { SimulatedLoad } from './simulated-load.js';
import { WaitingLine } from './waiting-line.js';

const MINUTE_MS = 60_000;

/** The places of the endpoint, lent first come first served, its rates as equal distances between calls; nothing while it is gone. */
export class EndpointPlaces {
  /** Milliseconds between steps that the endpoint's rates allow. */
  readonly apartMs: number;
  /** Places that are free. */
  left: number;
  /** The last time that it was gone. */
  goneFrom = 0;
  goneUntil = 0;
  readonly #lanes: Lanes;
  readonly #tally: RunTally;
  readonly #wakeUp: (at: number) => void;
  readonly #begin: (lane: number) => void;
  readonly #waiting = new WaitingLine();
  #nextCallAt = 0;
  #wakesAt = -1;

  constructor(parts: {
    readonly load: SimulatedLoad;
    readonly lanes: Lanes;
    readonly tally: RunTally;
    /** Plans a call of `wake`. */
    readonly wakeUp: (at: number) => void;
    /** A lane has its place. */
    readonly begin: (lane: number) => void;
  }) {
    const { endpoint } = parts.load.machines;
    const { calls, inputTokens, outputTokens } = parts.load.work.perStep;
    const tokens = inputTokens === null || outputTokens === null ? 0 : inputTokens + outputTokens;
    const apart = (perMinute: number | null, perStep: number): number =>
      perMinute === null ? 0 : (MINUTE_MS * perStep) / perMinute;
    this.apartMs = Math.max(apart(endpoint.callsPerMinute, calls), apart(endpoint.tokensPerMinute, tokens));
    this.left = endpoint.atOnce ?? Infinity;
    this.#lanes = parts.lanes;
    this.#tally = parts.tally;
    this.#wakeUp = parts.wakeUp;
    this.#begin = parts.begin;
  }

  /** Milliseconds until it is back. */
  get goneMs(): number {
    return Math.max(0, this.goneUntil - this.#lanes.now);
  }

  /** @param turn of the lane that waits from now on */
  join(lane: number, turn: number): void {
    this.#waiting.add(lane, turn);
    this.admit();
  }

  wake(): void {
    this.#wakesAt = -1;
    this.admit();
  }

  /** Lets in whom there is a place for. */
  admit(): void {
    const lanes = this.#lanes;
    while (this.left > 0 && !this.#waiting.isEmpty) {
      const at = Math.max(this.#nextCallAt, this.goneUntil);
      if (at > lanes.now) {
        if (this.#wakesAt !== at) {
          this.#wakesAt = at;
          this.#wakeUp(at);
        }
        return;
      }
      const lane = this.#waiting.take(lanes.turns);
      if (lane === null) return;
      this.#nextCallAt = lanes.now + this.apartMs * (lanes.bundle[lane] ?? 1);
      this.countWait(lanes.since(lane));
      this.#begin(lane);
    }
  }

  /** A wait for a place, the part apart in which the endpoint was gone. */
  countWait(since: number): void {
    const { now } = this.#lanes;
    const gone = Math.max(0, Math.min(now, this.goneUntil) - Math.max(since, this.goneFrom));
    this.#tally.waitMs.outages += gone;
    this.#tally.waitMs.endpoint += now - since - gone;
  }
}
