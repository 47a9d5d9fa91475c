import { setTimeout as sleep } from 'node:timers/promises';
import type { EnvironmentIdentity } from '../../../domain/run.js';
import type { Environment } from '../../environment.js';
import type { EnvironmentProvider } from '../../environment-provider.js';

/** Milliseconds between looks whether a phone that others have is free. */
const LOOK_MS = 500;

/** A phone that was taken, and how it is given back. */
export interface TakenPhone<Phone> {
  readonly phone: Phone;
  readonly giveBack: () => Promise<void>;
}

export interface PhonesInTurnOptions<Item, Known, Phone> {
  readonly identity: EnvironmentIdentity;
  readonly phones: readonly Known[];
  /** Null where another process has it. */
  readonly take: (phone: Known) => Promise<TakenPhone<Phone> | null>;
  readonly open: (phone: Phone, item: Item, signal: AbortSignal) => Promise<Environment>;
  /** Asked before each episode: one that is not fit is left alone. */
  readonly isFit: (phone: Known) => boolean;
  readonly noneLeft: () => Error;
  /** Called once when an episode has to wait, since others have every phone. */
  readonly onWait: () => void;
}

/**
 * Phones that several processes share: each is taken for one episode, and given back after it. While others have all of
 * them an episode waits.
 */
export class PhonesInTurn<Item, Known, Phone> implements EnvironmentProvider<Item> {
  readonly identity: EnvironmentIdentity;
  readonly capacity: number;
  readonly #options: PhonesInTurnOptions<Item, Known, Phone>;
  /** What this process has, or tries to take. */
  readonly #busy = new Set<Known>();
  #isTold = false;

  constructor(options: PhonesInTurnOptions<Item, Known, Phone>) {
    this.#options = options;
    this.identity = options.identity;
    this.capacity = options.phones.length;
  }

  async lend(item: Item, { signal }: { readonly signal: AbortSignal }): Promise<Environment> {
    const { phones, isFit, noneLeft, onWait } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      const fit = phones.filter(isFit);
      if (fit.length === 0) throw noneLeft();
      for (const phone of fit) {
        const environment = await this.#tryAt(phone, item, signal);
        if (environment !== null) return environment;
      }
      if (!this.#isTold) onWait();
      this.#isTold = true;
      await sleep(LOOK_MS, undefined, { signal });
    }
  }

  /** Null where somebody has the phone. */
  async #tryAt(known: Known, item: Item, signal: AbortSignal): Promise<Environment | null> {
    if (this.#busy.has(known)) return null;
    this.#busy.add(known);
    let taken: TakenPhone<Phone> | null = null;
    const giveBack = async (): Promise<void> => {
      try {
        await taken?.giveBack();
      } finally {
        this.#busy.delete(known);
      }
    };
    try {
      taken = await this.#options.take(known);
      const environment = taken === null ? null : await this.#options.open(taken.phone, item, signal);
      if (environment === null) {
        await giveBack();
        return null;
      }
      return returning(environment, giveBack);
    } catch (error) {
      await giveBack();
      throw error;
    }
  }
}

/** The environment, which gives its phone back when it is closed, also where closing fails. */
function returning(environment: Environment, giveBack: () => Promise<void>): Environment {
  const close = environment[Symbol.asyncDispose].bind(environment);
  let closing: Promise<void> | null = null;
  const closeOnce = async (): Promise<void> => {
    try {
      await close();
    } finally {
      await giveBack();
    }
  };
  environment[Symbol.asyncDispose] = () => (closing ??= closeOnce());
  return environment;
}
