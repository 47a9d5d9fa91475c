import { randomStream, type RandomStream } from '../domain/random.js';
import { EventHeap } from './event-heap.js';
import type { SimulatedLoad } from './simulated-load.js';
import { WaitingLine } from './waiting-line.js';

/** Tries of a call, and waits between them, in milliseconds: as the gateway's. */
const CALL_TRIES = 6;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;
/** Attempts at a step whose calls fail with all their tries, and the longest wait before the second: as the engine's. */
const STEP_ATTEMPTS = 2;
/** Workers that an item may end before nobody is given it any more: as the queue's. */
const MOST_DEATHS = 25;
/** Holds of the endpoint that a simulation takes one by one; of more steps, several are one. */
const MOST_HOLDS = 1_000_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Time of the lanes (workers times items at a time) by what they did, in milliseconds. */
export interface LaneTime {
  /** Worked on an item: its model, its phone, itself. */
  readonly working: number;
  /** Waited for a place at the endpoint, or for its rate. */
  readonly endpoint: number;
  /** Waited for a phone. */
  readonly devices: number;
  /** Waited for the queue. */
  readonly queue: number;
  /** Waited for an endpoint that was gone. */
  readonly outages: number;
  /** The worker started, or was dead. */
  readonly away: number;
  /** Nothing was left to take. */
  readonly idle: number;
}

/** How a run went. Times in milliseconds. */
export interface SimulatedOutcome {
  /** From the beginning until the last episode ends. */
  readonly wallMs: number;
  readonly lanes: LaneTime;
  /** When the last episode that nobody had begun was taken. */
  readonly lastTakenMs: number;
  readonly done: number;
  /** Ended by failures of the model or of workers. */
  readonly voided: number;
  /** Left by a spent budget. */
  readonly left: number;
  /** Steps asked for, those done again included. */
  readonly steps: number;
  readonly stepsAgain: number;
  /** Null where it is not known. */
  readonly tokens: number | null;
  /** US dollars. */
  readonly modelUsd: number | null;
  readonly workersUsd: number | null;
  readonly deaths: number;
  readonly outages: number;
  /** Outages that lasted longer than a run waits. */
  readonly stops: number;
  /** Steps that one hold of the endpoint stood for; 1: exact. Null: no step had to wait, episodes were taken whole. */
  readonly stepsAHold: number | null;
}

/** What a lane does. */
const AWAY = 0;
const IDLE = 1;
const DEVICE = 2;
const PREPARING = 3;
const ENDPOINT = 4;
const ASKING = 5;
const ACTING = 6;

/** An episode that lost its worker. */
interface LostEpisode {
  readonly at: number;
  readonly stream: RandomStream;
  readonly left: number;
  readonly done: number;
  readonly deaths: number;
}

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
  readonly #lanes: number;
  readonly #heap = new EventHeap();
  #now = 0;

  // Of each lane. A turn ends with each change of plan: events of earlier turns mean nothing.
  readonly #phase: Uint8Array;
  readonly #turn: Int32Array;
  readonly #since: Float64Array;
  readonly #until: Float64Array;
  readonly #left: Int32Array;
  readonly #done: Int32Array;
  readonly #deathsOf: Uint8Array;
  readonly #bundle: Int32Array;
  readonly #askMs: Float64Array;
  readonly #actMs: Float64Array;
  readonly #isBroken: Uint8Array;
  readonly #streams: RandomStream[] = [];

  /** Steps that are one hold; of all of an episode where no step has to wait. */
  readonly #stepsAHold: number;
  readonly #isWhole: boolean;
  /** Milliseconds between steps that the endpoint's rates allow. */
  readonly #apartMs: number;
  #placesLeft: number;
  #nextCallAt = 0;
  #wakesAt = -1;
  readonly #forEndpoint = new WaitingLine();
  readonly #forDevice = new WaitingLine();
  readonly #idle: number[] = [];
  #devicesLeft: number;
  #queueFreeAt = 0;
  #goneFrom = 0;
  #goneUntil = 0;
  readonly #lost: LostEpisode[] = [];
  #lostHead = 0;

  #taken = 0;
  #active = 0;
  #finished = 0;
  #voided = 0;
  #steps = 0;
  #stepsAgain = 0;
  #deaths = 0;
  #outages = 0;
  #stops = 0;
  #lastTakenMs = 0;
  #waitMs = { endpoint: 0, devices: 0, queue: 0, outages: 0, away: 0, idle: 0 };
  readonly #death: RandomStream;
  readonly #outage: RandomStream;

  constructor(load: SimulatedLoad, seed: number, mostHolds: number) {
    const { work, machines, budgets } = load;
    const { endpoint } = machines;
    this.#load = load;
    this.#seed = seed;
    const lanes = (this.#lanes = machines.workers * machines.concurrency);
    this.#phase = new Uint8Array(lanes);
    this.#turn = new Int32Array(lanes);
    this.#since = new Float64Array(lanes);
    this.#until = new Float64Array(lanes);
    this.#left = new Int32Array(lanes);
    this.#done = new Int32Array(lanes);
    this.#deathsOf = new Uint8Array(lanes);
    this.#bundle = new Int32Array(lanes);
    this.#askMs = new Float64Array(lanes);
    this.#actMs = new Float64Array(lanes);
    this.#isBroken = new Uint8Array(lanes);
    const { calls, inputTokens, outputTokens } = work.perStep;
    const tokens = inputTokens === null || outputTokens === null ? 0 : inputTokens + outputTokens;
    const apart = (perMinute: number | null, perStep: number): number =>
      perMinute === null ? 0 : (MINUTE_MS * perStep) / perMinute;
    this.#apartMs = Math.max(apart(endpoint.callsPerMinute, calls), apart(endpoint.tokensPerMinute, tokens));
    this.#placesLeft = endpoint.atOnce ?? Infinity;
    this.#devicesLeft = machines.devices ?? Infinity;
    const hasBudget = Object.values(budgets).some((budget) => budget !== null);
    const canWait = this.#placesLeft < Math.min(lanes, this.#devicesLeft, work.episodes) || this.#apartMs > 0;
    this.#isWhole = !canWait && !hasBudget;
    const expected = work.episodes * Math.max(1, work.steps.mean);
    this.#stepsAHold = this.#isWhole ? 0x7f_ff_ff_ff : Math.max(1, Math.ceil(expected / mostHolds));
    this.#death = randomStream(seed, 'deaths');
    this.#outage = randomStream(seed, 'outages');
  }

  run(): SimulatedOutcome {
    const { machines, failures } = this.#load;
    for (let lane = 0; lane < this.#lanes; lane += 1) this.#plan(lane, AWAY, machines.startMs);
    if (failures.deathsPerHour > 0) {
      for (let worker = 0; worker < machines.workers; worker += 1) this.#planDeath(worker, 0);
    }
    if (failures.outagesPerHour > 0) this.#planOutage(0);
    while (!this.#isOver && this.#heap.pop()) this.#next();
    return this.#outcome();
  }

  get #isOver(): boolean {
    if (this.#active > 0) return false;
    return this.#isSpent || this.#finished === this.#load.work.episodes;
  }

  get #isSpent(): boolean {
    const { seconds, tokens, money } = this.#load.budgets;
    return (
      (seconds !== null && this.#now >= seconds * 1_000) ||
      (tokens !== null && (this.#tokens ?? 0) >= tokens) ||
      (money !== null && (this.#modelUsd ?? 0) >= money)
    );
  }

  get #tokens(): number | null {
    const { inputTokens, outputTokens } = this.#load.work.perStep;
    return inputTokens === null || outputTokens === null ? null : this.#steps * (inputTokens + outputTokens);
  }

  get #modelUsd(): number | null {
    const { costUsd } = this.#load.work.perStep;
    return costUsd === null ? null : this.#steps * costUsd;
  }

  #next(): void {
    const { time, owner, turn } = this.#heap;
    const { workers } = this.#load.machines;
    const other = owner - this.#lanes;
    if (other < 0) {
      if (this.#turn[owner] !== turn) return;
      this.#now = time;
      this.#go(owner);
      return;
    }
    this.#now = time;
    if (other < workers) this.#die(other);
    else if (other === workers) this.#beginOutage();
    else if (other === workers + 1) {
      this.#wakesAt = -1;
      this.#admit();
    } else this.#offer();
  }

  /** The lane's plan is done. */
  #go(lane: number): void {
    switch (this.#phase[lane]) {
      case AWAY:
        this.#waitMs.away += this.#now - this.#sinceOf(lane);
        this.#take(lane);
        break;
      case DEVICE:
        this.#lendDevice(lane);
        break;
      case PREPARING:
        this.#ask(lane);
        break;
      case ASKING:
        this.#placesLeft += 1;
        this.#plan(lane, ACTING, this.#actMs[lane] ?? 0);
        this.#admit();
        break;
      default:
        this.#endHold(lane);
    }
  }

  #plan(lane: number, phase: number, lastsMs: number): void {
    const turn = this.#enter(lane, phase);
    const until = this.#now + lastsMs;
    this.#until[lane] = until;
    this.#heap.push(until, lane, turn);
  }

  #enter(lane: number, phase: number): number {
    const turn = ((this.#turn[lane] ?? 0) + 1) | 0;
    this.#turn[lane] = turn;
    this.#phase[lane] = phase;
    this.#since[lane] = this.#now;
    return turn;
  }

  #sinceOf(lane: number): number {
    return this.#since[lane] ?? 0;
  }

  /** Takes an item, or waits for one. */
  #take(lane: number): void {
    const { work, machines } = this.#load;
    const lost = this.#lost[this.#lostHead];
    const isLost = lost !== undefined && lost.at <= this.#now;
    if (this.#isSpent || (!isLost && this.#taken === work.episodes)) {
      this.#enter(lane, IDLE);
      this.#idle.push(lane);
      return;
    }
    if (isLost) {
      this.#lostHead += 1;
      this.#streams[lane] = lost.stream;
      this.#left[lane] = lost.left;
      this.#done[lane] = lost.done;
      this.#deathsOf[lane] = lost.deaths;
    } else {
      const stream = randomStream(this.#seed, 'episode', this.#taken);
      this.#streams[lane] = stream;
      this.#left[lane] = Math.max(1, Math.round(work.steps.at(stream.next())));
      this.#done[lane] = 0;
      this.#deathsOf[lane] = 0;
      this.#taken += 1;
      this.#lastTakenMs = this.#now;
    }
    this.#active += 1;
    const { msPerItem, itemsPerSecond } = machines.queue;
    const freeAt =
      Math.max(this.#now, this.#queueFreeAt) + (itemsPerSecond === null ? 0 : 1_000 / itemsPerSecond);
    this.#queueFreeAt = freeAt;
    this.#waitMs.queue += freeAt - this.#now;
    const lentMs = freeAt - this.#now + msPerItem;
    if (machines.devices === null) this.#plan(lane, PREPARING, lentMs + this.#prepareMs(lane));
    else this.#plan(lane, DEVICE, lentMs);
  }

  /** What has to be done before the first step, those of a dead worker played again. */
  #prepareMs(lane: number): number {
    const { itemMs, localMs } = this.#load.work;
    return itemMs.at(this.#streamOf(lane).next()) + (this.#done[lane] ?? 0) * localMs.mean;
  }

  #streamOf(lane: number): RandomStream {
    // Whoever has an item has its stream.
    return this.#streams[lane] as RandomStream;
  }

  #lendDevice(lane: number): void {
    if (this.#devicesLeft > 0) {
      this.#devicesLeft -= 1;
      this.#plan(lane, PREPARING, this.#prepareMs(lane));
    } else this.#forDevice.add(lane, this.#enter(lane, DEVICE));
  }

  #freeDevice(): void {
    if (this.#load.machines.devices === null) return;
    const lane = this.#forDevice.take(this.#turn);
    if (lane === null) {
      this.#devicesLeft += 1;
      return;
    }
    this.#waitMs.devices += this.#now - this.#sinceOf(lane);
    this.#plan(lane, PREPARING, this.#prepareMs(lane));
  }

  /** The next steps of an episode: draws what they take, then waits for the endpoint. */
  #ask(lane: number): void {
    if (this.#isSpent) {
      this.#leave(lane);
      return;
    }
    this.#draw(lane, Math.min(this.#left[lane] ?? 1, this.#stepsAHold));
    if (this.#isWhole) {
      this.#begin(lane);
      return;
    }
    this.#forEndpoint.add(lane, this.#enter(lane, ENDPOINT));
    this.#admit();
  }

  #draw(lane: number, steps: number): void {
    const { work, failures } = this.#load;
    const stream = this.#streamOf(lane);
    let [ask, act] = [0, 0];
    this.#isBroken[lane] = 0;
    let step = 0;
    for (; step < steps && this.#isBroken[lane] === 0; step += 1) {
      ask += work.modelMs.at(stream.next());
      act += work.localMs.at(stream.next());
      if (failures.callFailures === 0) continue;
      const tries = this.#failedTries(stream);
      ask += tries.askMs;
      act += tries.waitMs;
      if (tries.isOver) this.#isBroken[lane] = 1;
    }
    this.#bundle[lane] = step;
    this.#askMs[lane] = ask;
    this.#actMs[lane] = act;
  }

  /** Tries of a step's calls that fail before one is answered. */
  #failedTries(stream: RandomStream): { askMs: number; waitMs: number; isOver: boolean } {
    const { work, failures } = this.#load;
    let [askMs, waitMs] = [0, 0];
    for (let attempt = 1; attempt <= STEP_ATTEMPTS; attempt += 1) {
      for (let failed = 1; ; failed += 1) {
        if (stream.next() >= failures.callFailures) return { askMs, waitMs, isOver: false };
        if (failed === CALL_TRIES) break;
        askMs += work.modelMs.at(stream.next());
        waitMs += Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failed - 1)) * stream.next();
      }
      if (attempt < STEP_ATTEMPTS) {
        waitMs += LONGEST_DELAY_MS * (1 - stream.next() / 2);
        askMs += work.modelMs.at(stream.next());
      }
    }
    return { askMs, waitMs, isOver: true };
  }

  /** Lets in whom the endpoint has a place for. */
  #admit(): void {
    while (this.#placesLeft > 0 && !this.#forEndpoint.isEmpty) {
      const at = Math.max(this.#nextCallAt, this.#goneUntil);
      if (at > this.#now) {
        if (this.#wakesAt !== at) {
          this.#wakesAt = at;
          this.#heap.push(at, this.#lanes + this.#load.machines.workers + 1, 0);
        }
        return;
      }
      const lane = this.#forEndpoint.take(this.#turn);
      if (lane === null) return;
      this.#nextCallAt = this.#now + this.#apartMs * (this.#bundle[lane] ?? 1);
      this.#countWait(this.#sinceOf(lane));
      this.#begin(lane);
    }
  }

  /** A wait for the endpoint, the part apart in which that was gone. */
  #countWait(since: number): void {
    const gone = Math.max(0, Math.min(this.#now, this.#goneUntil) - Math.max(since, this.#goneFrom));
    this.#waitMs.outages += gone;
    this.#waitMs.endpoint += this.#now - since - gone;
  }

  #begin(lane: number): void {
    this.#steps += this.#bundle[lane] ?? 0;
    const goneMs = Math.max(0, this.#goneUntil - this.#now);
    const ask = this.#askMs[lane] ?? 0;
    if (this.#isWhole) {
      this.#waitMs.outages += goneMs;
      this.#plan(lane, ACTING, goneMs + ask + (this.#actMs[lane] ?? 0));
    } else {
      this.#placesLeft -= 1;
      this.#plan(lane, ASKING, ask);
    }
  }

  #endHold(lane: number): void {
    const steps = this.#bundle[lane] ?? 0;
    const left = (this.#left[lane] ?? 0) - steps;
    this.#left[lane] = left;
    this.#done[lane] = (this.#done[lane] ?? 0) + steps;
    if (this.#isBroken[lane] === 0 && left > 0) {
      this.#ask(lane);
      return;
    }
    if (this.#isBroken[lane] === 1) this.#voided += 1;
    this.#finished += 1;
    this.#leave(lane);
  }

  /** The lane is done with its item. */
  #leave(lane: number): void {
    this.#active -= 1;
    this.#freeDevice();
    this.#take(lane);
  }

  #planDeath(worker: number, fromMs: number): void {
    const wait = exponential(this.#death, HOUR_MS / this.#load.failures.deathsPerHour);
    this.#heap.push(this.#now + fromMs + wait, this.#lanes + worker, 0);
  }

  #die(worker: number): void {
    const { concurrency, startMs } = this.#load.machines;
    const { backMs, leaseMs } = this.#load.failures;
    this.#deaths += 1;
    let freed = 0;
    for (let lane = worker * concurrency; lane < (worker + 1) * concurrency; lane += 1) {
      freed += this.#abandon(lane) ? 1 : 0;
      this.#plan(lane, AWAY, backMs + startMs);
    }
    if (freed > 0) this.#heap.push(this.#now + leaseMs, this.#lanes + this.#load.machines.workers + 2, 0);
    this.#planDeath(worker, backMs + startMs);
    this.#admit();
  }

  /** The lane's item goes back, with its complete steps. Says whether it had one. */
  #abandon(lane: number): boolean {
    const phase = this.#phase[lane] ?? AWAY;
    const lastedMs = this.#now - this.#sinceOf(lane);
    if (phase === AWAY) this.#waitMs.away += lastedMs;
    if (phase === IDLE) {
      this.#waitMs.idle += lastedMs;
      this.#idle.splice(this.#idle.indexOf(lane), 1);
    }
    if (phase <= IDLE) return false;
    if (phase === ENDPOINT) this.#countWait(this.#sinceOf(lane));
    if (phase === ASKING) this.#placesLeft += 1;
    let kept = 0;
    if (phase === ASKING || phase === ACTING) {
      const bundle = this.#bundle[lane] ?? 0;
      kept = Math.min(bundle - 1, Math.floor(bundle * this.#shareDone(lane, phase)));
      // The step in flight is asked for again; those after it were counted too early.
      this.#steps -= bundle - kept - 1;
      this.#stepsAgain += 1;
    }
    const isWaiting = phase === DEVICE;
    const deaths = (this.#deathsOf[lane] ?? 0) + 1;
    this.#active -= 1;
    if (deaths >= MOST_DEATHS) {
      this.#finished += 1;
      this.#voided += 1;
    } else {
      this.#lost.push({
        at: this.#now + this.#load.failures.leaseMs,
        stream: this.#streamOf(lane),
        left: (this.#left[lane] ?? 0) - kept,
        done: (this.#done[lane] ?? 0) + kept,
        deaths,
      });
    }
    this.#enter(lane, AWAY);
    if (isWaiting) {
      this.#waitMs.devices += Math.max(0, this.#now - this.#sinceOf(lane));
    } else this.#freeDevice();
    return true;
  }

  /** Of the steps of a hold, the share that is complete, 0-1. */
  #shareDone(lane: number, phase: number): number {
    const [ask, act] = [this.#askMs[lane] ?? 0, this.#actMs[lane] ?? 0];
    const leftMs = (this.#until[lane] ?? 0) - this.#now + (phase === ASKING ? act : 0);
    return ask + act === 0 ? 0 : Math.max(0, 1 - leftMs / (ask + act));
  }

  /** Leases of dead workers have run out: whoever is idle takes their items. */
  #offer(): void {
    for (let waiting = this.#lost.length - this.#lostHead; waiting > 0; waiting -= 1) {
      const lane = this.#idle.pop();
      if (lane === undefined) return;
      this.#waitMs.idle += this.#now - this.#sinceOf(lane);
      this.#take(lane);
      if (this.#phase[lane] === IDLE) return;
    }
  }

  #planOutage(fromMs: number): void {
    const wait = exponential(this.#outage, HOUR_MS / this.#load.failures.outagesPerHour);
    this.#heap.push(this.#now + fromMs + wait, this.#lanes + this.#load.machines.workers, 0);
  }

  #beginOutage(): void {
    const { outageMs, outageLimitMs } = this.#load.failures;
    const lastsMs = exponential(this.#outage, outageMs);
    this.#outages += 1;
    if (lastsMs > outageLimitMs) this.#stops += 1;
    // Items that try again find out that it is over: the first of them, after a part of the longest wait.
    const goneMs = lastsMs + LONGEST_DELAY_MS / (this.#active + 1);
    this.#goneFrom = this.#now;
    this.#goneUntil = this.#now + goneMs;
    for (let lane = 0; lane < this.#lanes; lane += 1) {
      const phase = this.#phase[lane];
      if (phase !== ASKING && !(this.#isWhole && phase === ACTING)) continue;
      const since = this.#sinceOf(lane);
      this.#waitMs.outages += goneMs;
      this.#plan(lane, phase, (this.#until[lane] ?? 0) + goneMs - this.#now);
      this.#since[lane] = since;
    }
    this.#planOutage(goneMs);
  }

  #outcome(): SimulatedOutcome {
    const { work, machines } = this.#load;
    const wait = this.#waitMs;
    for (let lane = 0; lane < this.#lanes; lane += 1) {
      const lastedMs = this.#now - this.#sinceOf(lane);
      if (this.#phase[lane] === IDLE) wait.idle += lastedMs;
      if (this.#phase[lane] === AWAY) wait.away += lastedMs;
    }
    const all = this.#lanes * this.#now;
    const { endpoint, devices, queue, outages, away, idle } = wait;
    const working = Math.max(0, all - endpoint - devices - queue - outages - away - idle);
    const { workerUsdPerHour } = machines;
    return {
      wallMs: this.#now,
      lanes: { working, ...wait },
      lastTakenMs: this.#lastTakenMs,
      done: this.#finished - this.#voided,
      voided: this.#voided,
      left: work.episodes - this.#finished,
      steps: this.#steps,
      stepsAgain: this.#stepsAgain,
      tokens: this.#tokens,
      modelUsd: this.#modelUsd,
      workersUsd:
        workerUsdPerHour === null ? null : (machines.workers * workerUsdPerHour * this.#now) / HOUR_MS,
      deaths: this.#deaths,
      outages: this.#outages,
      stops: this.#stops,
      stepsAHold: this.#isWhole ? null : this.#stepsAHold,
    };
  }
}

function exponential(stream: RandomStream, mean: number): number {
  return -Math.log(1 - stream.next()) * mean;
}
