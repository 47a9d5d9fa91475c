import { randomStream } from '../domain/random.js';
import { EndpointOutages } from './endpoint-outages.js';
import { EndpointPlaces } from './endpoint-places.js';
import { Lanes, PHASE } from './lanes.js';
import { RunTally } from './run-tally.js';
import type { SimulatedLoad } from './simulated-load.js';
import type { SimulatedOutcome } from './simulated-outcome.js';
import { drawSteps } from './step-tries.js';
import { WaitingLine } from './waiting-line.js';
import { WorkerDeaths } from './worker-deaths.js';

/** Holds of the endpoint that a simulation takes one by one; of more steps, several are one. */
const MOST_HOLDS = 1_000_000;
const HOUR_MS = 3_600_000;
/** All steps of an episode, however many. */
const WHOLE = 0x7f_ff_ff_ff;

/**
 * A run, event by event. Equal seeds give equal episodes whatever the machines are.
 *
 * Exact are: lending of items in order, the queue as one server, phones, the places of the endpoint first come first served,
 * its rates as equal distances between calls, deaths. Simplified: where more steps compete for the endpoint than
 * `MOST_HOLDS`, several steps of an episode hold it at once; while the endpoint is gone everybody with a call waits, nobody
 * loses a step; steps of an episode are drawn independently.
 */
export function simulateRun(load: SimulatedLoad, seed: number, mostHolds = MOST_HOLDS): SimulatedOutcome {
  return new Simulation(load, seed, mostHolds).run();
}

class Simulation {
  readonly #load: SimulatedLoad;
  readonly #seed: number;
  readonly #lanes: Lanes;
  readonly #tally = new RunTally();
  readonly #places: EndpointPlaces;
  readonly #outages: EndpointOutages;
  readonly #deaths: WorkerDeaths;
  /** Steps that are one hold; of all of an episode where no step has to wait. */
  readonly #stepsAHold: number;
  readonly #isWhole: boolean;
  readonly #forDevice = new WaitingLine();
  readonly #idle: number[] = [];
  #devicesLeft: number;
  #queueFreeAt = 0;

  constructor(load: SimulatedLoad, seed: number, mostHolds: number) {
    const { work, machines, budgets, failures } = load;
    const { workers } = machines;
    this.#load = load;
    this.#seed = seed;
    const tally = this.#tally;
    const lanes = (this.#lanes = new Lanes(workers * machines.concurrency));
    // Events of no lane are those of numbers behind the lanes': deaths of workers, and the three others.
    const [outage, wake, offer] = [0, 1, 2].map((number) => lanes.count + workers + number);
    const push = (at: number, owner = 0): void => lanes.heap.push(at, owner, 0);
    this.#places = new EndpointPlaces({
      load,
      lanes,
      tally,
      wakeUp: (at) => push(at, wake),
      begin: (lane) => this.#begin(lane),
    });
    this.#devicesLeft = machines.devices ?? Infinity;
    const hasBudget = Object.values(budgets).some((budget) => budget !== null);
    const most = Math.min(lanes.count, this.#devicesLeft, work.episodes);
    const isWhole = (this.#isWhole = this.#places.left >= most && this.#places.apartMs === 0 && !hasBudget);
    const expected = work.episodes * Math.max(1, work.steps.mean);
    this.#stepsAHold = isWhole ? WHOLE : Math.max(1, Math.ceil(expected / mostHolds));
    const places = this.#places;
    const plan = (at: number): void => push(at, outage);
    const outages = new EndpointOutages({ failures, lanes, tally, places, isWhole, seed, plan });
    this.#outages = outages;
    this.#deaths = new WorkerDeaths({
      load,
      lanes,
      tally,
      places,
      outages,
      seed,
      idle: this.#idle,
      plan: (at, worker) => push(at, lanes.count + worker),
      planOffer: (at) => push(at, offer),
      take: (lane) => this.#take(lane),
      freeDevice: () => this.#freeDevice(),
    });
  }

  run(): SimulatedOutcome {
    const { workers, startMs } = this.#load.machines;
    const lanes = this.#lanes;
    for (let lane = 0; lane < lanes.count; lane += 1) lanes.plan(lane, PHASE.away, startMs);
    for (let worker = 0; worker < workers; worker += 1) this.#deaths.planNext(worker);
    this.#outages.planNext();
    while (!this.#isOver && lanes.heap.pop()) this.#next();
    return this.#outcome();
  }

  get #isOver(): boolean {
    if (this.#tally.active > 0) return false;
    return this.#isSpent || this.#tally.finished === this.#load.work.episodes;
  }

  get #isSpent(): boolean {
    const { seconds, tokens, money } = this.#load.budgets;
    return (
      (seconds !== null && this.#lanes.now >= seconds * 1_000) ||
      (tokens !== null && (this.#tokens ?? 0) >= tokens) ||
      (money !== null && (this.#modelUsd ?? 0) >= money)
    );
  }

  get #tokens(): number | null {
    const { inputTokens, outputTokens } = this.#load.work.perStep;
    return inputTokens === null || outputTokens === null
      ? null
      : this.#tally.steps * (inputTokens + outputTokens);
  }

  get #modelUsd(): number | null {
    const { costUsd } = this.#load.work.perStep;
    return costUsd === null ? null : this.#tally.steps * costUsd;
  }

  #next(): void {
    const lanes = this.#lanes;
    const { time, owner, turn } = lanes.heap;
    const { workers } = this.#load.machines;
    const other = owner - lanes.count;
    if (other < 0) {
      if (lanes.turns[owner] !== turn) return;
      lanes.now = time;
      this.#go(owner);
      return;
    }
    lanes.now = time;
    if (other < workers) this.#deaths.die(other);
    else if (other === workers) this.#outages.begin();
    else if (other === workers + 1) this.#places.wake();
    else this.#deaths.offer();
  }

  /** The lane's plan is done. */
  #go(lane: number): void {
    const lanes = this.#lanes;
    switch (lanes.phase(lane)) {
      case PHASE.away:
        this.#tally.waitMs.away += lanes.now - lanes.since(lane);
        this.#take(lane);
        break;
      case PHASE.device:
        this.#lendDevice(lane);
        break;
      case PHASE.preparing:
        this.#ask(lane);
        break;
      case PHASE.asking:
        this.#places.left += 1;
        lanes.plan(lane, PHASE.acting, lanes.actMs[lane] ?? 0);
        this.#places.admit();
        break;
      default:
        this.#endHold(lane);
    }
  }

  /** Takes an item, or waits for one. */
  #take(lane: number): void {
    const { work, machines } = this.#load;
    const [lanes, tally] = [this.#lanes, this.#tally];
    if (this.#isSpent || (!this.#deaths.isLent && tally.taken === work.episodes)) {
      lanes.enter(lane, PHASE.idle);
      this.#idle.push(lane);
      return;
    }
    if (!this.#deaths.giveNext(lane)) {
      const stream = randomStream(this.#seed, 'episode', tally.taken);
      const left = Math.max(1, Math.round(work.steps.at(stream.next())));
      lanes.give(lane, { stream, left, done: 0, deaths: 0 });
      tally.taken += 1;
      tally.lastTakenMs = lanes.now;
    }
    tally.active += 1;
    const { msPerItem, itemsPerSecond } = machines.queue;
    const freeAt =
      Math.max(lanes.now, this.#queueFreeAt) + (itemsPerSecond === null ? 0 : 1_000 / itemsPerSecond);
    this.#queueFreeAt = freeAt;
    tally.waitMs.queue += freeAt - lanes.now;
    const lentMs = freeAt - lanes.now + msPerItem;
    if (machines.devices === null) lanes.plan(lane, PHASE.preparing, lentMs + this.#prepareMs(lane));
    else lanes.plan(lane, PHASE.device, lentMs);
  }

  /** What has to be done before the first step, those of a dead worker played again. */
  #prepareMs(lane: number): number {
    const { itemMs, localMs } = this.#load.work;
    return itemMs.at(this.#lanes.stream(lane).next()) + (this.#lanes.done[lane] ?? 0) * localMs.mean;
  }

  #lendDevice(lane: number): void {
    if (this.#devicesLeft > 0) {
      this.#devicesLeft -= 1;
      this.#lanes.plan(lane, PHASE.preparing, this.#prepareMs(lane));
    } else this.#forDevice.add(lane, this.#lanes.enter(lane, PHASE.device));
  }

  #freeDevice(): void {
    if (this.#load.machines.devices === null) return;
    const lanes = this.#lanes;
    const lane = this.#forDevice.take(lanes.turns);
    if (lane === null) {
      this.#devicesLeft += 1;
      return;
    }
    this.#tally.waitMs.devices += lanes.now - lanes.since(lane);
    lanes.plan(lane, PHASE.preparing, this.#prepareMs(lane));
  }

  /** The next steps of an episode: draws what they take, then waits for the endpoint. */
  #ask(lane: number): void {
    if (this.#isSpent) {
      this.#leave(lane);
      return;
    }
    const lanes = this.#lanes;
    const most = Math.min(lanes.left[lane] ?? 1, this.#stepsAHold);
    const { steps, askMs, actMs, isBroken } = drawSteps(lanes.stream(lane), most, this.#load);
    lanes.bundle[lane] = steps;
    lanes.askMs[lane] = askMs;
    lanes.actMs[lane] = actMs;
    lanes.isBroken[lane] = isBroken ? 1 : 0;
    if (this.#isWhole) this.#begin(lane);
    else this.#places.join(lane, lanes.enter(lane, PHASE.endpoint));
  }

  #begin(lane: number): void {
    const lanes = this.#lanes;
    this.#tally.steps += lanes.bundle[lane] ?? 0;
    const askMs = lanes.askMs[lane] ?? 0;
    if (this.#isWhole) {
      const { goneMs } = this.#places;
      this.#tally.waitMs.outages += goneMs;
      lanes.plan(lane, PHASE.acting, goneMs + askMs + (lanes.actMs[lane] ?? 0));
    } else {
      this.#places.left -= 1;
      lanes.plan(lane, PHASE.asking, askMs);
    }
  }

  #endHold(lane: number): void {
    const lanes = this.#lanes;
    const steps = lanes.bundle[lane] ?? 0;
    const left = (lanes.left[lane] ?? 0) - steps;
    lanes.left[lane] = left;
    lanes.done[lane] = (lanes.done[lane] ?? 0) + steps;
    const isBroken = lanes.isBroken[lane] === 1;
    if (!isBroken && left > 0) {
      this.#ask(lane);
      return;
    }
    if (isBroken) this.#tally.voided += 1;
    this.#tally.finished += 1;
    this.#leave(lane);
  }

  /** The lane is done with its item. */
  #leave(lane: number): void {
    this.#tally.active -= 1;
    this.#freeDevice();
    this.#take(lane);
  }

  #outcome(): SimulatedOutcome {
    const { work, machines } = this.#load;
    const [lanes, tally] = [this.#lanes, this.#tally];
    const wait = { ...tally.waitMs };
    for (let lane = 0; lane < lanes.count; lane += 1) {
      const lastedMs = lanes.now - lanes.since(lane);
      if (lanes.phase(lane) === PHASE.idle) wait.idle += lastedMs;
      if (lanes.phase(lane) === PHASE.away) wait.away += lastedMs;
    }
    const all = lanes.count * lanes.now;
    const { endpoint, devices, queue, outages, away, idle } = wait;
    const working = Math.max(0, all - endpoint - devices - queue - outages - away - idle);
    const { workers, workerUsdPerHour: usdPerHour } = machines;
    return {
      wallMs: lanes.now,
      lanes: { working, ...wait },
      lastTakenMs: tally.lastTakenMs,
      done: tally.finished - tally.voided,
      voided: tally.voided,
      left: work.episodes - tally.finished,
      steps: tally.steps,
      stepsAgain: tally.stepsAgain,
      tokens: this.#tokens,
      modelUsd: this.#modelUsd,
      workersUsd: usdPerHour === null ? null : (workers * usdPerHour * lanes.now) / HOUR_MS,
      deaths: this.#deaths.count,
      outages: this.#outages.count,
      stops: this.#outages.stops,
      stepsAHold: this.#isWhole ? null : this.#stepsAHold,
    };
  }
}
