import { itemKeyText } from '../../domain/episode.js';
import type { EngineEvent, RunProgress } from '../../engine/engine-event.js';

/** The live line is redrawn this often while nothing ends. */
const TICK_MS = 1_000;

/** How far a run is at any moment: the engine's counts, and what has happened since it last gave them. */
export class LiveProgress {
  readonly #draw: () => void;
  readonly #running = new Set<string>();
  #counts: RunProgress | null = null;
  #heardAt = 0;
  #stepsSince = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param draw called every second from the beginning of the run to its end */
  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Takes in what happens. */
  hear(event: EngineEvent): void {
    switch (event.type) {
      case 'run-start':
        this.#heard({ ...NOTHING_DONE, planned: event.planned, finished: event.finished });
        this.#timer ??= setInterval(this.#draw, TICK_MS).unref();
        break;
      case 'progress':
        this.#heard(event);
        break;
      case 'item-start':
      case 'item-resume':
        this.#running.add(itemKeyText(event.key));
        break;
      case 'item-end':
        this.#running.delete(itemKeyText(event.key));
        break;
      case 'step-end':
        this.#stepsSince += 1;
        break;
      case 'run-end':
        if (this.#timer !== null) clearInterval(this.#timer);
        this.#timer = null;
        break;
      default:
        break;
    }
  }

  /** The counts as of now; null before the run begins. */
  now(): RunProgress | null {
    const counts = this.#counts;
    if (counts === null) return null;
    const sinceMs = performance.now() - this.#heardAt;
    const { remainingMs } = counts;
    return {
      ...counts,
      running: this.#running.size + (counts.elsewhere?.running ?? 0),
      steps: counts.steps + this.#stepsSince,
      elapsedMs: counts.elapsedMs + sinceMs,
      remainingMs: remainingMs === null ? null : remainingMs - sinceMs,
    };
  }

  #heard(counts: RunProgress): void {
    this.#counts = counts;
    this.#heardAt = performance.now();
    this.#stepsSince = 0;
  }
}

const NOTHING_DONE = {
  voided: 0,
  running: 0,
  skipped: 0,
  steps: 0,
  tokens: 0,
  costUsd: 0,
  elapsedMs: 0,
  remainingMs: null,
};
