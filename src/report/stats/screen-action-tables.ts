import {
  SCREEN_ACTION_KINDS,
  type Distribution,
  type ScreenActionStatistics,
} from '../../domain/recordings/dataset-statistics.js';
import { plural } from '../../domain/text/plural.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Cell, Table } from '../../metrics/tables/table.js';
import { STATS_TITLES } from './stats-facts.js';

/** Rows of a long list; `--json` and `--csv` have all. */
const SHOWN = 15;

/** What agents did on each screen, over runs: how it is spread, where most was done, and what met nothing. */
export function screenActionTables(statistics: ScreenActionStatistics, isWhole: boolean): Table[] {
  const { missed } = statistics;
  return [
    spreadTable(statistics),
    busiestTable(statistics, isWhole),
    ...(missed.length === 0 ? [] : [missedTable(statistics, isWhole)]),
  ];
}

function spreadTable({ runs, episodes, steps, spread, none, published }: ScreenActionStatistics): Table {
  return {
    id: 'stats-screen-actions',
    title: STATS_TITLES.actionsPerScreen,
    columns: [
      ...textColumns('counted'),
      ...numberColumns('screens', 'mean', 'least', 'median', '90 %', 'most', 'screens with 0'),
    ],
    rows: [
      spreadRow('areas, missed places, swipes, keys, typing', spread, none),
      ...(published === undefined
        ? []
        : [spreadRow('as the published script', published.spread, published.none)]),
    ],
    notes: [
      `${plural(runs.length, 'run')}, ${plural(episodes, 'episode')}, ${plural(steps, 'step')} on these screens. BACK, HOME, opening an app, waiting and ending are left out.`,
      ...(published === undefined ? [] : [published.note, `Not measured here: ${published.paper}.`]),
    ],
  };
}

function spreadRow(
  name: string,
  { count, mean, least, median, p90, most }: Distribution,
  none: number,
): Cell[] {
  const number = (value: number | null): Cell => ({
    text: value === null ? 'n/a' : Number.isInteger(value) ? String(value) : value.toFixed(2),
    value,
  });
  return [{ text: name }, ...[count, mean, least, median, p90, most, none].map(number)];
}

function busiestTable({ screens, published }: ScreenActionStatistics, isWhole: boolean): Table {
  const shown = isWhole ? screens : screens.slice(0, SHOWN);
  const whole = (value: number): Cell => ({ text: String(value), value });
  return {
    id: 'stats-busiest-screens',
    title: STATS_TITLES.busiest,
    columns: [
      ...textColumns('screen'),
      ...numberColumns(
        'actions',
        ...SCREEN_ACTION_KINDS,
        'steps',
        ...(published === undefined ? [] : ['published']),
      ),
    ],
    rows: shown.map(({ screen, actions, kinds, steps, published: theirs }) => [
      { text: screen },
      ...[actions, ...SCREEN_ACTION_KINDS.map((kind) => kinds[kind]), steps].map(whole),
      ...(published === undefined ? [] : [whole(theirs ?? 0)]),
    ]),
    notes: left(screens.length - shown.length, 'visited screen'),
  };
}

function missedTable({ missed }: ScreenActionStatistics, isWhole: boolean): Table {
  const shown = isWhole ? missed : missed.slice(0, SHOWN);
  return {
    id: 'stats-missed-touches',
    title: STATS_TITLES.missedTouches,
    columns: [...textColumns('screen', 'touch'), ...numberColumns('x', 'y', 'times', 'tasks')],
    rows: shown.map(({ screen, kind, x, y, times, tasks }) => [
      { text: screen },
      { text: kind },
      ...[x, y, times, tasks.length].map((value) => ({ text: String(value), value })),
    ]),
    notes: [
      'Near touches are one, at the place of the most frequent. What agents try often may be worth recording.',
      ...left(missed.length - shown.length, 'place'),
    ],
  };
}

function left(count: number, what: string): string[] {
  return count === 0 ? [] : [`${plural(count, what)} more; --json and --csv have all.`];
}
