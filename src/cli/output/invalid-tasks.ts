import { itemName } from '../../domain/episode.js';
import type { ItemResult } from '../../domain/score.js';
import { plural } from '../../domain/text/plural.js';

/** Reasons, and items of each, that are named. */
const LISTED = 3;

/** Why tasks of a run are invalid: `message` → items. */
export class InvalidTasks {
  readonly #items = new Map<string, string[]>();
  readonly #repeats: number;

  /** @param repeats of the run, for the names of its episodes */
  constructor(repeats: number) {
    this.#repeats = repeats;
  }

  add({ key, outcome, end }: Pick<ItemResult, 'key' | 'outcome' | 'end'>): void {
    if (outcome !== 'invalid_task') return;
    const reason = end.message ?? 'no reason is recorded';
    const items = this.#items.get(reason) ?? [];
    items.push(itemName(key, this.#repeats));
    this.#items.set(reason, items);
  }

  /** A line for each reason, the first three of them. */
  lines(): string[] {
    const reasons = [...this.#items];
    const shown = reasons.slice(0, LISTED).map(([reason, items]) => {
      const named = items.slice(0, LISTED).join(', ');
      return `Invalid: ${named}${items.length > LISTED ? ` and ${items.length - LISTED} more` : ''}: ${reason}`;
    });
    const left = reasons.length - shown.length;
    return left > 0
      ? [...shown, `Invalid for ${plural(left, 'other reason')}: see touchstone score --json.`]
      : shown;
  }
}
