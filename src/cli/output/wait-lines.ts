import { itemName } from '../../domain/episode.js';
import type { EngineEvent } from '../../engine/engine-event.js';
import type { ModelWait } from '../../models/model.js';
import { clip, inOneLine } from './clip.js';
import { aboutRun } from './failure-words.js';
import { formatDuration } from './format-duration.js';

/** Shorter waits are not shown, in milliseconds. */
const SHORTEST_WAIT_MS = 2_000;
/** A wait that is longer than those told by this many milliseconds is told as well. */
const MUCH_LONGER_MS = 30_000;
/** Characters of an endpoint's words. */
const MOST_REASON = 200;

type WaitEvent = Extract<
  EngineEvent,
  { type: 'item-retry' | 'model-wait' | 'outage-start' | 'outage-end' | 'step-end' }
>;

/**
 * Words for waits: one line for all calls that wait for the same endpoint at the same time, one while nothing but waiting
 * happens, and one for an outage, whatever the episodes meet until it is over.
 */
export class WaitLines {
  readonly #toldUntil = new Map<string, number>();
  /** Longest wait that was told since a step was taken, by endpoint. */
  readonly #longest = new Map<string, number>();
  readonly #now: () => number;
  #isOut = false;

  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /**
   * Null where nothing is to be said.
   *
   * @param options of the run: for the names of its episodes, and of itself
   */
  lineFor(
    event: WaitEvent,
    { repeats = 1, run = 'RUN' }: { readonly repeats?: number; readonly run?: string } = {},
  ): string | null {
    switch (event.type) {
      case 'step-end':
        // What waits now is another matter.
        this.#longest.clear();
        return null;
      case 'item-retry': {
        const { key, failure, delayMs } = event;
        if (this.#isOut) return null;
        return `${itemName(key, repeats)}: ${failure.message}; again in ${formatDuration(delayMs)}`;
      }
      case 'model-wait':
        return this.#isOut ? null : this.#waitText(event);
      case 'outage-start':
        this.#isOut = true;
        return `paused: ${aboutRun(inOneLine(event.failure.message), run)}; no episode begins until it answers, and after ${formatDuration(event.leftMs)} the run stops`;
      case 'outage-end':
        this.#isOut = false;
        return `it answers again after ${formatDuration(event.lastedMs)}; going on`;
      default:
        return event satisfies never;
    }
  }

  /** Null for what was printed already, and for waits too short to notice. */
  #waitText({ endpoint, delayMs, reason }: ModelWait): string | null {
    const now = this.#now();
    const until = now + delayMs;
    const told = this.#toldUntil.get(endpoint) ?? 0;
    // What another call of the same moment waits for, or hardly more.
    const isTold = told > now && until < told + Math.max(SHORTEST_WAIT_MS, delayMs / 2);
    const isMore = delayMs < (this.#longest.get(endpoint) ?? -Infinity) + MUCH_LONGER_MS;
    if (delayMs < SHORTEST_WAIT_MS || isTold || isMore) return null;
    this.#toldUntil.set(endpoint, until);
    this.#longest.set(endpoint, delayMs);
    const why = reason === null ? `${endpoint} takes no more requests for now` : clip(reason, MOST_REASON);
    return `${why}; waiting ${formatDuration(delayMs)}`;
  }
}
