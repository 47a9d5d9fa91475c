import { itemKeyText, type ItemKey, type Outcome } from '../../domain/episode.js';
import type { SequentialRule } from '../../domain/run.js';
import { SequentialTest, type SequentialState } from '../../metrics/gate/sequential-test.js';

/**
 * Follows a sequential gate while episodes end in any order: what has ended counts only once all before it in the plan have,
 * so that quick episodes do not decide before slow ones.
 */
export class SequentialStop {
  readonly #plan: readonly ItemKey[];
  readonly #test: SequentialTest;
  /** Ended, and waiting for one before them; null without an outcome. By item key text. */
  readonly #ended = new Map<string, Outcome | null>();
  #next = 0;

  constructor(rule: SequentialRule, plan: readonly ItemKey[]) {
    this.#plan = plan;
    this.#test = new SequentialTest(rule);
  }

  /** An episode has ended. */
  settle(key: ItemKey, outcome: Outcome | null): void {
    this.#ended.set(itemKeyText(key), outcome);
    for (;;) {
      const next = this.#plan[this.#next];
      if (next === undefined) return;
      const text = itemKeyText(next);
      const found = this.#ended.get(text);
      if (found === undefined) return;
      this.#ended.delete(text);
      this.#test.add(next.item, found);
      this.#next += 1;
    }
  }

  get state(): SequentialState {
    return this.#test.state;
  }

  get isDecided(): boolean {
    return this.#test.state.decision !== null;
  }
}
