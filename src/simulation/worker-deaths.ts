import { randomStream, type RandomStream } from '../domain/random.js';
import type { EndpointOutages } from './endpoint-outages.js';
import type { EndpointPlaces } from './endpoint-places.js';
import { exponential } from './exponential.js';
import { PHASE, type Lanes } from './lanes.js';
import type { RunTally } from './run-tally.js';
import type { SimulatedLoad } from './simulated-load.js';

/** Workers that an item may end before nobody is given it any more: as the queue's. */
const MOST_DEATHS = 25;
const HOUR_MS = 3_600_000;

/** An episode that lost its worker. */
interface LostEpisode {
  readonly at: number;
  readonly stream: RandomStream;
  readonly left: number;
  readonly done: number;
  readonly deaths: number;
}

export interface WorkerDeathsParts {
  readonly load: SimulatedLoad;
  readonly lanes: Lanes;
  readonly tally: RunTally;
  readonly places: EndpointPlaces;
  readonly outages: EndpointOutages;
  /** Lanes that have nothing to do. */
  readonly idle: number[];
  readonly seed: number;
  /** Plans a call of `die`. */
  readonly plan: (at: number, worker: number) => void;
  /** Plans a call of `offer`. */
  readonly planOffer: (at: number) => void;
  /** A lane looks for an item. */
  readonly take: (lane: number) => void;
  /** A phone is given back. */
  readonly freeDevice: () => void;
}

/** Deaths of workers. What a dead one had is taken by another once its lease has run out, with its complete steps. */
export class WorkerDeaths {
  count = 0;
  readonly #parts: WorkerDeathsParts;
  readonly #stream: RandomStream;
  readonly #lost: LostEpisode[] = [];
  #head = 0;

  constructor(parts: WorkerDeathsParts) {
    this.#parts = parts;
    this.#stream = randomStream(parts.seed, 'deaths');
  }

  /** @param fromMs from now, at the earliest */
  planNext(worker: number, fromMs = 0): void {
    const { load, lanes, plan } = this.#parts;
    const { deathsPerHour } = load.failures;
    if (deathsPerHour > 0)
      plan(lanes.now + fromMs + exponential(this.#stream, HOUR_MS / deathsPerHour), worker);
  }

  die(worker: number): void {
    const { load, lanes, places, planOffer } = this.#parts;
    const { concurrency, startMs } = load.machines;
    const { backMs, leaseMs } = load.failures;
    this.count += 1;
    let freed = 0;
    for (let lane = worker * concurrency; lane < (worker + 1) * concurrency; lane += 1) {
      freed += this.#abandon(lane) ? 1 : 0;
      lanes.plan(lane, PHASE.away, backMs + startMs);
    }
    if (freed > 0) planOffer(lanes.now + leaseMs);
    this.planNext(worker, backMs + startMs);
    places.admit();
  }

  /** Whether somebody's episode waits for another worker, and may be taken. */
  get isLent(): boolean {
    const next = this.#lost[this.#head];
    return next !== undefined && next.at <= this.#parts.lanes.now;
  }

  /** Gives the lane the episode that was lost first, where one is lent. */
  giveNext(lane: number): boolean {
    const next = this.#lost[this.#head];
    if (next === undefined || !this.isLent) return false;
    this.#head += 1;
    this.#parts.lanes.give(lane, next);
    return true;
  }

  /** Leases of dead workers have run out: whoever is idle takes their items. */
  offer(): void {
    const { lanes, idle, tally, take } = this.#parts;
    for (let waiting = this.#lost.length - this.#head; waiting > 0; waiting -= 1) {
      const lane = idle.pop();
      if (lane === undefined) return;
      tally.waitMs.idle += lanes.now - lanes.since(lane);
      take(lane);
      if (lanes.phase(lane) === PHASE.idle) return;
    }
  }

  /** The lane's item goes back, with its complete steps. Says whether it had one. */
  #abandon(lane: number): boolean {
    const { lanes, tally, idle, freeDevice } = this.#parts;
    const phase = lanes.phase(lane);
    const lastedMs = lanes.now - lanes.since(lane);
    if (phase === PHASE.away) tally.waitMs.away += lastedMs;
    if (phase === PHASE.idle) {
      tally.waitMs.idle += lastedMs;
      idle.splice(idle.indexOf(lane), 1);
    }
    if (phase <= PHASE.idle) return false;
    const kept = this.#stopAsking(lane);
    // In the line for a phone, no longer on its way to it.
    if (phase === PHASE.device && lanes.until(lane) <= lanes.since(lane)) tally.waitMs.devices += lastedMs;
    this.#giveBack(lane, kept);
    lanes.enter(lane, PHASE.away);
    if (phase !== PHASE.device) freeDevice();
    return true;
  }

  /** Ends what the lane has at the endpoint, or waits for there. Gives the complete steps of its hold. */
  #stopAsking(lane: number): number {
    const { lanes, tally, places, outages } = this.#parts;
    const phase = lanes.phase(lane);
    if (phase === PHASE.endpoint) places.countWait(lanes.since(lane));
    // All of an outage was counted when it began.
    if (outages.holdsUp(lane)) tally.waitMs.outages -= places.goneMs;
    if (phase === PHASE.asking) places.left += 1;
    if (phase !== PHASE.asking && phase !== PHASE.acting) return 0;
    const bundle = lanes.bundle[lane] ?? 0;
    const kept = Math.min(bundle - 1, Math.floor(bundle * this.#shareDone(lane)));
    // The step in flight is asked for again; those after it were counted too early.
    tally.steps -= bundle - kept - 1;
    tally.stepsAgain += 1;
    return kept;
  }

  /** Of the steps of a hold, the share that is complete, 0-1. */
  #shareDone(lane: number): number {
    const { lanes } = this.#parts;
    const [ask, act] = [lanes.askMs[lane] ?? 0, lanes.actMs[lane] ?? 0];
    const leftMs = lanes.until(lane) - lanes.now + (lanes.phase(lane) === PHASE.asking ? act : 0);
    return ask + act === 0 ? 0 : Math.max(0, 1 - leftMs / (ask + act));
  }

  #giveBack(lane: number, kept: number): void {
    const { lanes, tally, load } = this.#parts;
    const deaths = (lanes.deaths[lane] ?? 0) + 1;
    tally.active -= 1;
    if (deaths >= MOST_DEATHS) {
      tally.finished += 1;
      tally.voided += 1;
      return;
    }
    this.#lost.push({
      at: lanes.now + load.failures.leaseMs,
      stream: lanes.stream(lane),
      left: (lanes.left[lane] ?? 0) - kept,
      done: (lanes.done[lane] ?? 0) + kept,
      deaths,
    });
  }
}
