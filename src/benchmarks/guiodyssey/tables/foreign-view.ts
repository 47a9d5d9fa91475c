import { UserError } from '../../../errors.js';
import type { ItemResult } from '../../../domain/score.js';
import type { Table } from '../../../metrics/tables/table.js';
import { ForeignTally } from '../foreign/foreign-tally.js';
import { FOREIGN_EVALUATOR_NAMES, type ForeignEvaluatorName } from '../foreign/foreign-evaluator.js';
import { FOREIGN_EVALUATORS } from '../foreign/foreign-evaluators.js';
import { detailsOf } from '../score-odyssey-episode.js';
import { FOREIGN_TABLE, foreignLinesTable, foreignTable, type ForeignTableOptions } from './foreign-table.js';

/** Collects what the scripts of other projects counted of the episodes of a run. */
export class ForeignView {
  readonly #tallies: ReadonlyMap<ForeignEvaluatorName, ForeignTally>;
  #outdated = 0;

  /** @param names whose; all unless given */
  constructor(names: readonly ForeignEvaluatorName[] = FOREIGN_EVALUATOR_NAMES) {
    this.#tallies = new Map(names.map((name) => [name, new ForeignTally(FOREIGN_EVALUATORS[name])]));
  }

  add({ result }: Pick<ItemResult, 'result'>): void {
    const details = detailsOf(result);
    if (details === null) return;
    if (details.others === undefined) this.#outdated += 1;
    for (const [name, tally] of this.#tallies) {
      const counts = details.others?.[name];
      if (counts !== undefined) tally.add(counts);
    }
  }

  /** A row for each; null where none judged anything. */
  table(options: ForeignTableOptions): Table | null {
    return foreignTable(this.#tallies, { ...options, outdated: this.#outdated });
  }

  /**
   * Of the run's tables what these say, and every line that their scripts print.
   *
   * @throws {UserError} where they judged nothing
   */
  tablesOf(own: readonly Table[]): readonly Table[] {
    const names = [...this.#tallies.keys()];
    const all = own.find(({ id }) => id === FOREIGN_TABLE);
    const rows = all?.rows.filter(([first]) => names.some((name) => name === first?.text)) ?? [];
    if (all === undefined || rows.length === 0) {
      throw new UserError(`nothing here was judged by ${names.join(', ')}`, {
        hint: 'It judges runs of guiodyssey.',
      });
    }
    const others = FOREIGN_EVALUATOR_NAMES.filter((name) => !names.includes(name));
    const notes = all.notes.filter((note) => !others.some((other) => note.startsWith(`${other}:`)));
    return [
      { ...all, rows, notes },
      ...[...this.#tallies].map(([name, tally]) => foreignLinesTable(name, tally)),
    ];
  }
}
