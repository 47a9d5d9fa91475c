import {
  coordinateMismatchWarning,
  CoordinateMismatchDetector,
  type WatchedRun,
} from '../domain/coordinates/coordinate-mismatch.js';
import type { AttemptRecord } from '../formats/run/attempt-record.js';
import type { JournalEventOf } from '../formats/run/journal/event.js';
import type { EngineListener } from './engine-event.js';

/** Warns once per grammar, as soon as a model's positions suggest another coordinate space. */
export class CoordinateMismatchAlarm {
  readonly #watch: CoordinateMismatchDetector;
  readonly #emit: EngineListener;
  readonly #raised = new Set<string>();

  constructor(identity: WatchedRun, emit: EngineListener) {
    this.#watch = new CoordinateMismatchDetector(identity);
    this.#emit = emit;
  }

  /** Takes a decision that is on the record already. */
  add({ decision, step }: JournalEventOf<'decision'>, record: AttemptRecord): void {
    if (decision.type !== 'action') return;
    this.#watch.add(decision.action, record.steps[step]?.observation?.screen.size ?? null);
    for (const finding of this.#watch.findings()) {
      if (this.#raised.has(finding.speaker)) continue;
      this.#raised.add(finding.speaker);
      this.#emit({ type: 'warning', message: coordinateMismatchWarning(finding) });
    }
  }
}
