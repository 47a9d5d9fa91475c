import type { Turn } from '../../formats/phone/phone-event.js';

/** Decides when a turn is taken where arrival does not, so that a recorded episode can be repeated. */
export interface TurnGate {
  /**
   * Resolves when it is this turn's time; the next is let in only after `leave`. Rejects when that time never comes.
   *
   * @param asker whoever the turn is asked for by: the stream as the front end gave it, or null
   */
  enter(asker: object | null, turn: Turn): Promise<void>;
  leave(): void;
}

/** One turn after the other, in the order in which they were asked for, or as the gate has it. */
export class TurnQueue {
  readonly #gate: TurnGate | null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(gate: TurnGate | null) {
    this.#gate = gate;
  }

  /** Rejects as the work does; the next turn is taken all the same. */
  take<T>(asker: object | null, turn: Turn, work: () => Promise<T>): Promise<T> {
    const gate = this.#gate;
    if (gate === null) return this.#enqueue(work);
    return gate.enter(asker, turn).then(() => this.#enqueue(work).finally(() => gate.leave()));
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}
