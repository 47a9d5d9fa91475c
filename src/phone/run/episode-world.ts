import type { DeviceBridge } from '../../agents/agent.js';
import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { LiveFront, LiveLook } from '../../domain/live/live-front.js';
import type { Observation } from '../../domain/screen.js';
import { present } from '../live/present-screen.js';
import type { ActionOrigin, Performed, PhoneProfile, PhoneWorld } from '../phone-world.js';

/** What `decision.memory` of a step taken on a phone holds. */
export interface PhoneStepMemory {
  readonly phone: ActionOrigin;
}

/**
 * The world behind a phone whose episode the engine keeps: each action of the phone is a decision of the engine's, and the
 * phone waits until the engine has recorded it, performed it and come back for the next.
 */
export class EpisodeWorld implements PhoneWorld {
  readonly profile: PhoneProfile;
  readonly #deviceBridge: DeviceBridge;
  #observation: Observation;
  /** The engine, waiting for the next decision. */
  #wanted: { resolve: (decision: Decision) => void; reject: (error: unknown) => void } | null = null;
  /** Decisions made while the engine was busy. */
  readonly #made: Decision[] = [];
  /** The phone, waiting for what comes of its action. */
  #performing: { from: string | null; resolve: (performed: Performed) => void } | null = null;
  #failure: { error: unknown } | null = null;
  #endNote: string | null = null;
  #isOver = false;

  constructor(deviceBridge: DeviceBridge, observation: Observation, profile: PhoneProfile) {
    this.#deviceBridge = deviceBridge;
    this.#observation = observation;
    this.profile = profile;
  }

  get observation(): Observation {
    return this.#observation;
  }

  get state(): string | null {
    return this.#deviceBridge.state();
  }

  get live(): LiveFront | undefined {
    return this.#deviceBridge.live;
  }

  async look(what: LiveLook): Promise<Observation> {
    const { signal } = new AbortController();
    const { looked, known } = await present(this.live, this.#observation, what, signal);
    this.#observation = known;
    return looked;
  }

  hasTransition(action: Action): boolean {
    return !this.#isOver && this.#deviceBridge.hasTransition(action);
  }

  perform(action: Action, origin: ActionOrigin): Promise<Performed> {
    if (this.#isOver || this.#performing !== null) return Promise.resolve(this.#nothing());
    const from = this.state;
    return new Promise((resolve) => {
      this.#performing = { from, resolve };
      const memory: PhoneStepMemory = { phone: origin };
      const note = action.type === 'stop' && this.#endNote !== null ? { note: this.#endNote } : {};
      this.#decide({ type: 'action', action, memory, ...note });
    });
  }

  /**
   * For the engine: what is on display now, and with it what came of the decision before. Resolves with the next decision.
   * One at a time.
   */
  next(observation: Observation): Promise<Decision> {
    this.#take(observation);
    return new Promise<Decision>((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure.error);
      else if (this.#made.length > 0) resolve(this.#made.shift() as Decision);
      else this.#wanted = { resolve, reject };
    });
  }

  /** For the engine: what came of the last decision, after which the episode is over. */
  conclude(observation: Observation): void {
    this.#take(observation);
    this.end();
  }

  /** Adds to the note that is recorded with the agent's end, once that comes. */
  noteEnd(note: string): void {
    this.#endNote = this.#endNote === null ? note : `${this.#endNote}; ${note}`;
  }

  /** The agent behind the phone broke: the engine's next wait ends with the error. The first one counts. */
  fail(error: unknown): void {
    if (this.#failure !== null || this.#isOver) return;
    this.#failure = { error };
    this.#wanted?.reject(error);
    this.#wanted = null;
  }

  /** The episode is over: nothing reaches the environment any more. */
  end(): void {
    this.#isOver = true;
    this.#performing?.resolve(this.#nothing());
    this.#performing = null;
  }

  /** Tells the phone what came of its action. */
  #take(observation: Observation): void {
    this.#observation = observation;
    const performing = this.#performing;
    this.#performing = null;
    performing?.resolve({
      type: 'acted',
      transition: this.#deviceBridge.lastTransition(),
      from: performing.from,
      to: this.state,
    });
  }

  #decide(decision: Decision): void {
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted === null) this.#made.push(decision);
    else wanted.resolve(decision);
  }

  #nothing(): Performed {
    return { type: 'ended', transition: null, from: this.state, to: this.state };
  }
}
