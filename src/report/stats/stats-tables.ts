import type { Count, DatasetStatistics, Distribution } from '../../domain/dataset-statistics.js';
import type { Cell, Table } from '../../metrics/table.js';
import { overviewOf, spreadsOf } from './stats-facts.js';

/** Rows of a table of counts; `--json` and the page have all. */
const SHOWN = 15;
/** The longest bar, in characters. */
const LONGEST_BAR = 30;

/** What a dataset is made of, as tables with bars. */
export function statsTables(name: string, statistics: DatasetStatistics): Table[] {
  const tables: Table[] = [overviewTable(name, statistics), spreadsTable(statistics)];
  const counted = (id: string, title: string, counts: readonly Count[], whole: number): void => {
    if (counts.length > 0) tables.push(countsTable(id, title, counts, whole));
  };
  if (statistics.kind === 'recorded') {
    const { lengths, actions, episodes, steps, labels, annotations, screens } = statistics;
    if (lengths.count > 0) tables.push(histogramTable('stats-lengths', 'Steps of an episode', lengths));
    counted('stats-actions', 'Actions', actions, steps);
    for (const label of labels)
      counted(`stats-label-${label.name}`, titleOf(label.name), label.values, episodes);
    common(statistics, episodes);
    const sizes = screens.map(({ width, height, steps: count }) => ({ name: `${width} × ${height}`, count }));
    counted('stats-screens', 'Screens', sizes, steps);
    counted('stats-annotations', 'What steps bring along', annotations, steps);
  } else {
    const { graph, tasks, optimalSteps, milestones, tags } = statistics;
    if (optimalSteps.count > 0) {
      tables.push(histogramTable('stats-optimal', 'Steps of the annotated best route', optimalSteps));
    }
    if (milestones.count > 0)
      tables.push(histogramTable('stats-milestones', 'Milestones of a task', milestones));
    const edges = (graph?.actions ?? []).reduce((sum, { count }) => sum + count, 0);
    counted('stats-actions', 'Actions of the edges', graph?.actions ?? [], edges);
    common(statistics, tasks);
    counted('stats-tags', 'Tags', tags, tasks);
  }
  return tables;

  function common({ apps, appPairs, appClasses }: DatasetStatistics, whole: number): void {
    counted('stats-apps', 'Apps', apps, whole);
    const pairs = appPairs.map(({ a, b, count }) => ({ name: `${a} + ${b}`, count }));
    counted('stats-app-pairs', 'Apps that are used together', pairs, whole);
    counted('stats-app-classes', 'Classes of apps', appClasses ?? [], whole);
  }
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
    columns: [
      { title: 'what', align: 'left' },
      { title: 'how many', align: 'right' },
    ],
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
    title: 'Spreads',
    columns: [
      { title: 'what', align: 'left' },
      ...['of', 'mean', 'least', '10 %', '25 %', 'median', '75 %', '90 %', 'most'].map((title) => ({
        title,
        align: 'right' as const,
      })),
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

function histogramTable(id: string, title: string, { bins, count }: Distribution): Table {
  const counts = bins.map(({ from, to, count: inBin }) => ({
    name: from === to ? String(from) : `${from}–${to}`,
    count: inBin,
  }));
  return countsTable(id, title, counts, count, counts.length);
}

function countsTable(
  id: string,
  title: string,
  counts: readonly Count[],
  whole: number,
  most = SHOWN,
): Table {
  const highest = Math.max(1, ...counts.map(({ count }) => count));
  const left = counts.length - most;
  return {
    id,
    title,
    columns: [
      { title: '', align: 'left' },
      { title: 'count', align: 'right' },
      { title: '%', align: 'right' },
      { title: '', align: 'left' },
    ],
    rows: counts
      .slice(0, most)
      .map(({ name, count }): Cell[] => [
        { text: name },
        { text: String(count), value: count },
        whole === 0
          ? { text: '' }
          : { text: ((100 * count) / whole).toFixed(1), value: count / whole, counts: [count, whole] },
        { text: '█'.repeat(Math.round((LONGEST_BAR * count) / highest)) },
      ]),
    notes: left > 0 ? [`${left} more; --json and the page have them.`] : [],
  };
}
