import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { shareCell } from './share-cell.js';
import { probenchRates } from './rates.js';
import type { TabledEpisode } from './tabled-episode.js';

const OUTCOMES = ['success', 'failure', 'uncompleted', 'unjudged'] as const;

interface Grouping {
  readonly id: string;
  readonly title: string;
  readonly of: (episode: TabledEpisode) => string;
}

/** Accuracy and ratios of each group, by name. */
export function groupTable(episodes: readonly TabledEpisode[], { id, title, of }: Grouping): Table {
  const groups = new Map<string, TabledEpisode[]>();
  for (const episode of episodes) groups.set(of(episode), [...(groups.get(of(episode)) ?? []), episode]);
  const rows = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]): Cell[] => {
      const { accuracy, uncompleted, earlyStop } = probenchRates(own);
      const decided = own.filter(({ outcome }) => outcome !== 'unjudged');
      const failed = decided.filter(({ outcome }) => outcome !== 'success');
      const unfinished = failed.filter(({ outcome }) => outcome === 'uncompleted');
      return [
        { text: name },
        countCell(own),
        shareCell(
          accuracy.overall.state,
          decided.filter(({ type }) => type === 'state'),
        ),
        shareCell(
          accuracy.overall.process,
          decided.filter(({ type }) => type === 'process'),
        ),
        shareCell(accuracy.overall.all, decided),
        shareCell(uncompleted, failed),
        shareCell(earlyStop, unfinished),
      ];
    });
  return {
    id,
    title: `Accuracy (%) ${title}`,
    columns: [
      ...textColumns('Group'),
      ...numberColumns('tasks', 'ST', 'PT', 'Avg.', 'Uncompleted', 'Early Stop'),
    ],
    rows,
    notes: [],
  };
}

/** What tasks of each language and type came to. */
export function outcomesTable(episodes: readonly TabledEpisode[]): Table {
  const names = [...new Set(episodes.map(nameOf))].toSorted();
  const rowOf = (name: string, own: readonly TabledEpisode[]): Cell[] => [
    { text: name },
    ...OUTCOMES.map((outcome) => countCell(own.filter((one) => one.outcome === outcome))),
    countCell(own.filter(({ isEarlyStop }) => isEarlyStop)),
  ];
  return {
    id: 'probench-outcomes',
    title: 'Outcomes',
    columns: [
      ...textColumns('Tasks'),
      ...numberColumns('success', 'failure', 'uncompleted', 'not judged', 'of these early stop'),
    ],
    rows: [
      ...names.map((name) =>
        rowOf(
          name,
          episodes.filter((one) => nameOf(one) === name),
        ),
      ),
      rowOf('all', episodes),
    ],
    notes: ['Early stops are among the uncompleted.'],
  };
}

function nameOf({ language, type }: TabledEpisode): string {
  return `${language}, ${type}`;
}

function countCell(own: readonly TabledEpisode[]): Cell {
  return { text: String(own.length), value: own.length, items: own.map(({ key }) => key) };
}
