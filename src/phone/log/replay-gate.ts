import { isDeepStrictEqual } from 'node:util';
import type { Turn } from '../../formats/phone/phone-event.js';
import type { TurnGate } from '../device/turn-queue.js';

interface Request {
  readonly asker: object | null;
  readonly turn: Turn;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Lets turns in one at a time, in the order that somebody else decides. */
export class ReplayGate implements TurnGate {
  #requests: Request[] = [];
  /** Called for every new request. */
  #onRequest: (() => void) | null = null;
  #onLeave: (() => void) | null = null;
  /** Askers that get no turn any more, and why. */
  readonly #refused = new Map<object | null, unknown>();

  enter(asker: object | null, turn: Turn): Promise<void> {
    if (this.#refused.has(asker)) return Promise.reject(this.#refused.get(asker));
    return new Promise((resolve, reject) => {
      this.#requests.push({ asker, turn, resolve, reject });
      this.#onRequest?.();
    });
  }

  leave(): void {
    this.#onLeave?.();
    this.#onLeave = null;
  }

  /**
   * Lets this turn of this asker in and resolves once it is over.
   *
   * @param gaveUp resolves when it will never be asked for
   * @returns what the asker wants instead; null when the turn was taken
   */
  async admit(asker: object | null, turn: Turn, gaveUp: Promise<unknown>): Promise<readonly Turn[] | null> {
    let isLost = false;
    void gaveUp.then(() => {
      isLost = true;
      this.#onRequest?.();
    });
    for (;;) {
      const index = this.#requests.findIndex(
        (request) => request.asker === asker && isDeepStrictEqual(request.turn, turn),
      );
      const [request] = index < 0 ? [] : this.#requests.splice(index, 1);
      if (request !== undefined) {
        await new Promise<void>((resolve) => {
          this.#onLeave = resolve;
          request.resolve();
        });
        return null;
      }
      if (isLost) {
        return this.#requests.filter((other) => other.asker === asker).map((other) => other.turn);
      }
      await new Promise<void>((resolve) => (this.#onRequest = resolve));
      this.#onRequest = null;
    }
  }

  /** Refuses every further request of this asker. */
  refuse(asker: object, error: unknown): void {
    this.#refused.set(asker, error);
    const refused = this.#requests.filter((request) => request.asker === asker);
    this.#requests = this.#requests.filter((request) => request.asker !== asker);
    for (const request of refused) request.reject(error);
  }
}
