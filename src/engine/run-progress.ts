import type { EpisodeEnd } from '../domain/episode.js';
import { isVoidEnd } from '../formats/run/run-index.js';
import type { ItemSettlement, WorkElsewhere } from './item-queue.js';
import type { RunSession } from './run-session.js';

/** Counts items and reports the run's progress after each. */
export class RunProgressTracker {
  readonly #session: RunSession;
  readonly #planned: number;
  readonly #startedAt = performance.now();
  readonly #before: number;
  #finished: number;
  #voided: number;
  #running = 0;
  #skipped = 0;
  #elsewhere: WorkElsewhere | null = null;
  #stepsElsewhere = 0;

  constructor(
    session: RunSession,
    counts: { readonly planned: number; readonly finished: number; readonly voided: number },
  ) {
    this.#session = session;
    this.#planned = counts.planned;
    this.#before = counts.finished;
    this.#finished = counts.finished;
    this.#voided = counts.voided;
  }

  get finished(): number {
    return this.#finished;
  }

  get voided(): number {
    return this.#voided;
  }

  begin(): void {
    this.#running += 1;
  }

  /** An item ended, or stopped before its end (null). */
  finish(end: EpisodeEnd | null): void {
    this.#running -= 1;
    if (end === null) return;
    this.#finished += 1;
    if (isVoidEnd(end)) this.#voided += 1;
    this.report();
  }

  /** Another writer brought an item to its end. */
  finishElsewhere({ end, steps }: Pick<ItemSettlement, 'end' | 'steps'>): void {
    this.#stepsElsewhere += steps;
    this.#finished += 1;
    if (isVoidEnd(end)) this.#voided += 1;
    this.report();
  }

  /** Other writers have so much under way. */
  goOnElsewhere(work: WorkElsewhere): void {
    this.#elsewhere = work;
    this.report();
  }

  skip(): void {
    this.#skipped += 1;
  }

  /** What ended since others were looked at is not under way any more. */
  #workElsewhere(most: number): WorkElsewhere | null {
    const { running, workers } = this.#elsewhere ?? NONE;
    const left = Math.max(0, Math.min(running, most));
    return left === 0 ? null : { running: left, workers };
  }

  report(): void {
    const elapsedMs = performance.now() - this.#startedAt;
    const here = this.#finished - this.#before;
    const left = this.#planned - this.#finished - this.#skipped;
    const { cost } = this.#session.ledger;
    const elsewhere = this.#workElsewhere(left - this.#running);
    this.#session.emit({
      type: 'progress',
      planned: this.#planned,
      finished: this.#finished,
      voided: this.#voided,
      running: this.#running + (elsewhere?.running ?? 0),
      ...(elsewhere === null ? {} : { elsewhere }),
      skipped: this.#skipped,
      steps: this.#session.steps + this.#stepsElsewhere,
      tokens: cost.inputTokens + cost.outputTokens,
      costUsd: cost.costUsd,
      elapsedMs,
      remainingMs: here === 0 ? null : (elapsedMs / here) * left,
    });
  }
}

const NONE: WorkElsewhere = { running: 0, workers: 0 };
