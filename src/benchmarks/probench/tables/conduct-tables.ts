import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import { NOT_APPLICABLE } from '../../../metrics/tables/percent.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { shareCell } from './share-cell.js';
import type { TabledEpisode } from './tabled-episode.js';

/** Steps used, answers that nobody could read, clicks that changed nothing, leaving the app, judge errors. */
export function conductTable(episodes: readonly TabledEpisode[]): Table {
  const sum = (of: (episode: TabledEpisode) => number): number =>
    episodes.reduce((total, episode) => total + of(episode), 0);
  const completed = episodes.filter(({ outcome }) => outcome !== 'uncompleted');
  const steps = sum((episode) => episode.steps);
  const clicks = sum((episode) => episode.clicks.seen);
  const known = episodes.filter(({ leftApp }) => leftApp !== null);
  const left = known.filter(({ leftApp }) => (leftApp ?? []).length > 0);
  const judged = completed.filter(({ outcome, judgeError }) => outcome !== 'unjudged' || judgeError);
  const errors = judged.filter(({ judgeError }) => judgeError);
  const rows: Cell[][] = [
    [{ text: 'steps, mean of all tasks' }, meanCell(episodes)],
    [{ text: 'steps, mean of those said to be done' }, meanCell(completed)],
    [
      { text: 'answers that could not be read (% of steps)' },
      shareCell({ hit: sum(({ invalid }) => invalid), of: steps }, episodes),
    ],
    [
      { text: 'clicks that changed nothing (% of clicks)' },
      shareCell({ hit: sum((episode) => episode.clicks.idle), of: clicks }, episodes),
    ],
    [{ text: 'tasks that left their app (%)' }, shareCell({ hit: left.length, of: known.length }, known)],
    [
      { text: 'judge errors (% of tasks that a judge was asked about)' },
      shareCell({ hit: errors.length, of: judged.length }, judged),
    ],
  ];
  return {
    id: 'probench-conduct',
    title: 'How tasks were done',
    columns: [...textColumns('What'), ...numberColumns('value')],
    rows,
    notes: [
      'A click changed nothing where the picture behind it is equal to the last pixel; on phones a clock alone is a change.',
    ],
  };
}

/** Which operations were repeated until the episode was ended; null where none was. */
export function earlyStopTable(episodes: readonly TabledEpisode[]): Table | null {
  const byKind = new Map<string, TabledEpisode[]>();
  for (const episode of episodes) {
    if (episode.earlyStop === null) continue;
    const [kind = ''] = episode.earlyStop.split('(', 1);
    byKind.set(kind, [...(byKind.get(kind) ?? []), episode]);
  }
  if (byKind.size === 0) return null;
  const rows = [...byKind]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([kind, own]): Cell[] => [
      { text: kind },
      { text: String(own.length), value: own.length, items: own.map(({ key }) => key) },
    ]);
  return {
    id: 'probench-early-stops',
    title: 'Operations that were repeated until the task was ended',
    columns: [...textColumns('Operation'), ...numberColumns('tasks')],
    rows,
    notes: [],
  };
}

function meanCell(episodes: readonly TabledEpisode[]): Cell {
  if (episodes.length === 0) return { text: NOT_APPLICABLE, value: null };
  const value = episodes.reduce((total, { steps }) => total + steps, 0) / episodes.length;
  return { text: value.toFixed(1), value, items: episodes.map(({ key }) => key) };
}
