import { isVoided } from '../../domain/episode.js';
import type { ItemResult } from '../../domain/score.js';
import { clopperPearsonInterval } from '../intervals/clopper-pearson.js';
import type { Interval } from '../intervals/interval.js';
import { ratioMean } from '../intervals/ratio-interval.js';
import { numberColumns, textColumns } from './columns.js';
import { intervalCell } from './measured-cells.js';
import { notApplicableNote } from './measured-notes.js';
import { percent } from './percent.js';
import type { Cell, Table } from './table.js';

interface JudgedTry {
  readonly task: string;
  /** The only app that the task names; null where it names none or several. */
  readonly app: string | null;
  readonly passed: boolean;
}

/**
 * How far a success rate reaches: the same rate with an interval for more tries at these very tasks, for new tasks like
 * them, and for new apps. Memory grows by three words for each episode.
 */
export class Populations {
  readonly #tries: JudgedTry[] = [];

  add({ task, outcome }: Pick<ItemResult, 'task' | 'outcome'>): void {
    if (isVoided(outcome)) return;
    const [app = null] = task.apps;
    this.#tries.push({
      task: task.id,
      app: task.apps.length === 1 ? app : null,
      passed: outcome === 'passed',
    });
  }

  /** Null where there is nothing to tell apart: every task tried once, and no two of one app. */
  table(agent: string): Table | null {
    const n = this.#tries.length;
    const tasks = new Set(this.#tries.map(({ task }) => task)).size;
    const ofOneApp = this.#tries.every(({ app }) => app !== null);
    const apps = new Set(this.#tries.map(({ app }) => app)).size;
    const sharesApps = ofOneApp && apps > 1 && apps < tasks;
    if (n === tasks && !sharesApps) return null;
    const successes = this.#tries.filter(({ passed }) => passed).length;
    const row = (population: string, units: string, interval: Interval | null): Cell[] => [
      { text: agent },
      { text: population },
      { text: units },
      { text: percent(successes / n), value: successes / n, counts: [successes, n] },
      intervalCell({ interval }),
    ];
    const byTask = this.#intervalBy(({ task }) => task);
    const byApp = sharesApps ? this.#intervalBy(({ app }) => app ?? '') : null;
    const rows = [
      row('more tries at these tasks', `${n} tries`, clopperPearsonInterval(successes, n)),
      row('new tasks like these', `${tasks} tasks`, byTask),
      row('new apps', sharesApps ? `${apps} apps` : '', byApp),
    ];
    const notes = [
      'The same rate, for three things one may want to know. Tables and comparisons mean new tasks like these.',
      ofOneApp || sharesApps
        ? null
        : 'New apps: only where each task names one app; some name several, or none.',
      notApplicableNote(rows),
    ].filter((note) => note !== null);
    return {
      id: 'populations',
      title: 'How far the success rate reaches',
      columns: [...textColumns('Agent', 'For', 'Counted by'), ...numberColumns('SR (%)', '95 %')],
      rows,
      notes,
    };
  }

  #intervalBy(clusterOf: (one: JudgedTry) => string): Interval | null {
    return ratioMean(this.#tries.map((one) => ({ cluster: clusterOf(one), value: Number(one.passed) })))
      .interval;
  }
}
