import { itemKeyText } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { ItemResult } from '../../domain/score.js';
import { textColumns } from '../../metrics/tables/columns.js';
import type { Table } from '../../metrics/tables/table.js';

/** Rows shown; the title gives the total. */
const SHOWN = 12;

/** `2` before `10`; results come in the order in which episodes ended, which differs from run to run. */
const COLLATOR = new Intl.Collator('en', { numeric: true });

/** A mode's verdict on an item, small enough to keep for every item. */
interface Verdict {
  readonly task: string;
  readonly outcome: string;
  readonly completion: number | null;
  readonly why: string;
}

/** Collects verdicts per mode and tables the items on which two modes disagree, with both reasons. */
export class ModeDifferences {
  readonly #verdicts = new Map<Mode, Map<string, Verdict>>();

  /** Passes results through, keeping their verdicts. */
  async *watch(
    mode: Mode,
    results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  ): AsyncGenerator<ItemResult> {
    const verdicts = new Map<string, Verdict>();
    this.#verdicts.set(mode, verdicts);
    for await (const result of results) {
      verdicts.set(itemKeyText(result.key), {
        task: result.key.item,
        outcome: result.outcome,
        completion: result.result.completion,
        why: reasonOf(result),
      });
      yield result;
    }
  }

  /** Items with different verdicts, or null when the modes agree on all of them. */
  table(left: Mode, right: Mode): Table | null {
    const others = this.#verdicts.get(right);
    const rows = new Map<string, { mine: Verdict; other: Verdict; items: string[] }>();
    let differing = 0;
    for (const [key, mine] of this.#verdicts.get(left) ?? []) {
      const other = others?.get(key);
      if (other === undefined) continue;
      if (other.outcome === mine.outcome && other.completion === mine.completion) continue;
      differing += 1;
      // Repeats of a task that differ in the same way share a row, whose reason is the first one's.
      const alike = `${mine.task} ${shown(mine)} ${shown(other)}`;
      const row = rows.get(alike);
      if (row === undefined) rows.set(alike, { mine, other, items: [key] });
      else row.items.push(key);
    }
    if (differing === 0) return null;
    const more = rows.size > SHOWN ? [`… and ${rows.size - SHOWN} more rows.`] : [];
    return {
      id: 'mode-differences',
      title: `Items on which the modes differ: ${differing}`,
      columns: textColumns('task', 'items', left, right, 'why'),
      rows: [...rows.values()]
        .toSorted((a, b) => COLLATOR.compare(a.mine.task, b.mine.task))
        .slice(0, SHOWN)
        .map(({ mine, other, items }) => [
          { text: mine.task },
          { text: String(items.length), value: items.length, items },
          { text: shown(mine) },
          { text: shown(other) },
          { text: mine.why === other.why ? other.why : `${left}: ${mine.why}; ${right}: ${other.why}` },
        ]),
      notes: more,
    };
  }
}

function shown({ outcome, completion }: Verdict): string {
  return completion === null ? outcome : `${outcome} (${(completion * 100).toFixed(1)} %)`;
}

function reasonOf({ end, result }: ItemResult): string {
  if (end.fault !== undefined && end.fault !== 'agent') return end.message ?? end.reason;
  const said = result.scores
    .filter(({ score }) => score.status !== 'not_applicable')
    .map(({ score }) => (score.status === 'scored' ? score.explanation : score.reason))
    .filter((words) => words !== '');
  // What was never scored shows only how it ended.
  return said.length === 0 ? (end.message ?? end.reason) : said.join('; ');
}
