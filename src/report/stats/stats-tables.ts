import type {
  Count,
  DatasetStatistics,
  Distribution,
  PictureStatistics,
  ScreenActionStatistics,
} from '../../domain/recordings/dataset-statistics.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Cell, Table } from '../../metrics/tables/table.js';
import { screenActionTables } from './screen-action-tables.js';
import { overviewOf, pictureNotes, sizeText, spreadsOf, STATS_TITLES } from './stats-facts.js';

/** Rows of a table of counts; `--json` and the page have all. */
const SHOWN = 15;
/** Pictures of another size that are named; `--json` has more. */
const NAMED = 3;
/** The longest bar, in characters. */
const LONGEST_BAR = 30;

/**
 * Statistics of a dataset, as tables with bars.
 *
 * @param isWhole every row, and no bars
 */
export function statsTables(name: string, statistics: DatasetStatistics, isWhole = false): Table[] {
  const tables: Table[] = [overviewTable(name, statistics), spreadsTable(statistics)];
  const counted = (id: string, title: string, counts: readonly Count[], whole: number): void => {
    if (counts.length > 0) tables.push(countsTable(id, title, counts, { whole, isWhole }));
  };
  if (statistics.kind === 'recorded') {
    const { lengths, actions, episodes, steps, labels, annotations, screens, pictures } = statistics;
    if (lengths.count > 0) {
      tables.push(histogramTable('stats-lengths', STATS_TITLES.lengths, lengths, isWhole));
    }
    counted('stats-actions', STATS_TITLES.actions, actions, steps);
    for (const label of labels)
      counted(`stats-label-${label.name}`, titleOf(label.name), label.values, episodes);
    common(statistics, episodes);
    const sizes = screens.map((size) => ({ name: sizeText(size), count: size.steps }));
    counted('stats-screens', STATS_TITLES.screens, sizes, steps);
    if (pictures !== undefined) tables.push(picturesTable(pictures, isWhole));
    counted('stats-annotations', STATS_TITLES.annotations, annotations, steps);
  } else {
    const { graph, tasks, optimalSteps, milestones, tags, screenActions } = statistics;
    if (optimalSteps.count > 0) {
      tables.push(histogramTable('stats-optimal', STATS_TITLES.optimal, optimalSteps, isWhole));
    }
    if (milestones.count > 0)
      tables.push(histogramTable('stats-milestones', STATS_TITLES.milestones, milestones, isWhole));
    const edges = (graph?.actions ?? []).reduce((sum, { count }) => sum + count, 0);
    counted('stats-actions', STATS_TITLES.edgeActions, graph?.actions ?? [], edges);
    common(statistics, tasks);
    counted('stats-tags', STATS_TITLES.tags, tags, tasks);
    if (screenActions !== undefined) tables.push(...screenUseTables(screenActions, isWhole));
  }
  return tables;

  function common({ apps, appPairs, appClasses }: DatasetStatistics, whole: number): void {
    counted('stats-apps', STATS_TITLES.apps, apps, whole);
    const pairs = appPairs.map(({ a, b, count }) => ({ name: `${a} + ${b}`, count }));
    counted('stats-app-pairs', STATS_TITLES.appPairs, pairs, whole);
    counted('stats-app-classes', STATS_TITLES.appClasses, appClasses ?? [], whole);
  }
}

/** What agents did on the screens of a recorded phone, over runs. */
export function screenUseTables(statistics: ScreenActionStatistics, isWhole = false): Table[] {
  const [summary, ...others] = screenActionTables(statistics, isWhole);
  return [
    ...(summary === undefined ? [] : [summary]),
    histogramTable('stats-screen-action-spread', STATS_TITLES.screensByActions, statistics.spread, isWhole),
    ...others,
  ];
}

/** A name from a file, for people: `metaTask` → `Meta task`. */
export function titleOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function overviewTable(name: string, statistics: DatasetStatistics): Table {
  const { broken } = statistics;
  return {
    id: 'stats-overview',
    title: name,
    columns: [...textColumns('what'), ...numberColumns('how many')],
    rows: overviewOf(statistics).map(({ name: what, value }) => [
      { text: what },
      { text: String(value), value },
    ]),
    notes: [
      ...broken.listed.slice(0, 3).map(({ id, message }) => `Not read: ${id}: ${message}`),
      ...(broken.count > 3 ? [`${broken.count} could not be read; --json lists them.`] : []),
    ],
  };
}

function spreadsTable(statistics: DatasetStatistics): Table {
  const number = (value: number | null): Cell => ({
    text: value === null ? '' : Number.isInteger(value) ? String(value) : value.toFixed(2),
    value,
  });
  return {
    id: 'stats-spreads',
    title: STATS_TITLES.spreads,
    columns: [
      ...textColumns('what'),
      ...numberColumns('of', 'mean', 'least', '10 %', '25 %', 'median', '75 %', '90 %', 'most'),
    ],
    rows: spreadsOf(statistics).map(({ name, spread }): Cell[] => [
      { text: name },
      ...[
        spread.count,
        spread.mean,
        spread.least,
        spread.p10,
        spread.p25,
        spread.median,
        spread.p75,
        spread.p90,
        spread.most,
      ].map(number),
    ]),
    notes: [],
  };
}

/** Pictures by the size that their headers say. */
function picturesTable(pictures: PictureStatistics, isWhole: boolean): Table {
  const counts = pictures.sizes.map((size) => ({ name: sizeText(size), count: size.pictures }));
  const table = countsTable('stats-pictures', STATS_TITLES.pictures, counts, {
    whole: pictures.read,
    isWhole,
  });
  return { ...table, notes: [...table.notes, ...pictureNotes(pictures, NAMED)] };
}

function histogramTable(id: string, title: string, { bins, count }: Distribution, isWhole: boolean): Table {
  const counts = bins.map(({ from, to, count: inBin }) => ({
    name: from === to ? String(from) : `${from}–${to}`,
    count: inBin,
  }));
  return countsTable(id, title, counts, { whole: count, isWhole, most: counts.length });
}

function countsTable(
  id: string,
  title: string,
  counts: readonly Count[],
  { whole, isWhole, most: few = SHOWN }: { whole: number; isWhole: boolean; most?: number },
): Table {
  const most = isWhole ? counts.length : few;
  const highest = Math.max(1, ...counts.map(({ count }) => count));
  const left = counts.length - most;
  return {
    id,
    title,
    columns: [
      ...textColumns(isWhole ? 'name' : ''),
      ...numberColumns('count', isWhole ? 'share' : '%'),
      ...(isWhole ? [] : textColumns('')),
    ],
    rows: counts
      .slice(0, most)
      .map(({ name, count }): Cell[] => [
        { text: name },
        { text: String(count), value: count },
        whole === 0
          ? { text: '' }
          : { text: ((100 * count) / whole).toFixed(1), value: count / whole, counts: [count, whole] },
        ...(isWhole ? [] : [{ text: '█'.repeat(Math.round((LONGEST_BAR * count) / highest)) }]),
      ]),
    notes: left > 0 ? [`${left} more; --json and the page have them.`] : [],
  };
}
