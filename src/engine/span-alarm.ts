import { spanWarning, SpanWatch } from '../domain/span-watch.js';
import type { WatchedRun } from '../domain/span-watch.js';
import type { AttemptRecord } from '../formats/run/attempt-record.js';
import type { JournalEventOf } from '../formats/run/event.js';
import type { EngineListener } from './engine-event.js';

/** Says once per grammar, as soon as it shows, that a model's positions suggest another coordinate space. */
export class SpanAlarm {
  readonly #watch: SpanWatch;
  readonly #emit: EngineListener;
  readonly #raised = new Set<string>();

  constructor(identity: WatchedRun, emit: EngineListener) {
    this.#watch = new SpanWatch(identity);
    this.#emit = emit;
  }

  /** Takes a decision that is on the record already. */
  add({ decision, step }: JournalEventOf<'decision'>, record: AttemptRecord): void {
    if (decision.type !== 'action') return;
    this.#watch.add(decision.action, record.steps[step]?.observation?.screen.size ?? null);
    for (const finding of this.#watch.findings()) {
      if (this.#raised.has(finding.speaker)) continue;
      this.#raised.add(finding.speaker);
      this.#emit({ type: 'warning', message: spanWarning(finding) });
    }
  }
}
