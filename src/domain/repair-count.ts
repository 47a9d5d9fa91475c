import type { Decision, FormatErrorKind } from './decision.js';

/** Answers that could not be read as they were, by what became of them. */
export interface RepairCounts {
  /** Read after another model had put them into form. */
  readonly repaired: number;
  /** Unreadable even then: a wait stands in for them. */
  readonly failed: number;
  /** Left as they were: refusals, and everything where no model repairs. */
  readonly left: number;
}

const NONE: RepairCounts = { repaired: 0, failed: 0, left: 0 };

/** Counts what became of unreadable answers, by kind of error. Keeps the key of each item that needed a repair. */
export class RepairCount {
  /** Decisions, readable and not. */
  answers = 0;
  readonly #kinds = new Map<FormatErrorKind, RepairCounts>();
  readonly #repaired = new Set<string>();

  /** @param item key text of the item that the decision is part of */
  add(decision: Decision, item: string): void {
    this.answers += 1;
    if (decision.type === 'format_error') {
      this.#note(decision.error.kind, 'left');
      return;
    }
    if (decision.repaired === undefined) return;
    const isFailed = decision.action.warnings?.includes('repair_failed') === true;
    this.#note(decision.repaired.kind, isFailed ? 'failed' : 'repaired');
    this.#repaired.add(item);
  }

  /** By kind, those that occurred, the most frequent first. */
  get kinds(): readonly (readonly [FormatErrorKind, RepairCounts])[] {
    return [...this.#kinds].toSorted(([, a], [, b]) => sum(b) - sum(a));
  }

  get total(): RepairCounts {
    return this.kinds.reduce(
      (all, [, one]) => ({
        repaired: all.repaired + one.repaired,
        failed: all.failed + one.failed,
        left: all.left + one.left,
      }),
      NONE,
    );
  }

  /** Keys of the items of which at least one answer went to the repairing model. */
  get repairedItems(): ReadonlySet<string> {
    return this.#repaired;
  }

  #note(kind: FormatErrorKind, what: keyof RepairCounts): void {
    const counts = this.#kinds.get(kind) ?? NONE;
    this.#kinds.set(kind, { ...counts, [what]: counts[what] + 1 });
  }
}

function sum({ repaired, failed, left }: RepairCounts): number {
  return repaired + failed + left;
}
