import { given } from '../../../domain/given.js';
import type { ItemResult } from '../../../domain/score.js';
import { OdysseyTally, type MatchedStep } from '../match/odyssey-tally.js';
import { textColumns, numberColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { rateCell } from './odyssey-tables.js';
import { detailsOf, verdictOf } from '../score-odyssey-episode.js';

/** Where the table of classes lacks an app. */
const NO_CLASS = 'no class';

/** AMS and SR by class of app; an episode counts for every class that it uses an app of. */
export class ClassTallies {
  readonly #classes: ReadonlyMap<string, string>;
  readonly #tallies = new Map<string, OdysseyTally>();
  readonly #unknown = new Set<string>();

  /** @param classes class of each app */
  constructor(classes: ReadonlyMap<string, string>) {
    this.#classes = classes;
  }

  add({ key, task, result }: ItemResult): void {
    const details = detailsOf(result);
    if (details === null) return;
    const { category, stepLength, reasons } = details;
    const episode = `${key.item}#${key.repeat}`;
    this.addSteps(
      task.apps,
      reasons.map((reason) => ({ episode, category, stepLength, verdict: verdictOf(reason) })),
    );
  }

  /** Steps of one episode. */
  addSteps(apps: readonly string[], steps: readonly MatchedStep[]): void {
    for (const app of apps) if (!this.#classes.has(app)) this.#unknown.add(app);
    for (const name of new Set(apps.map((app) => this.#classes.get(app) ?? NO_CLASS))) {
      const tally = this.#tallies.get(name) ?? new OdysseyTally('corrected');
      this.#tallies.set(name, tally);
      for (const step of steps) tally.add(step);
    }
  }

  table(agent: string): Table {
    return {
      id: 'guiodyssey-app-classes',
      title: `By class of app, ${agent}`,
      columns: [...textColumns('Class'), ...numberColumns('AMS', 'SR', 'Steps')],
      rows: [...this.#tallies]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, tally]): Cell[] => {
          const { ams, sr, steps } = tally.pooled();
          return [{ text: name }, rateCell(ams), rateCell(sr), { text: String(steps), value: steps }];
        }),
      notes: given([
        'Evaluator: ams. An episode counts for every class that it uses an app of.',
        this.#unknown.size !== 0 && `Apps without a class: ${[...this.#unknown].toSorted().join(', ')}.`,
      ]),
    };
  }
}
