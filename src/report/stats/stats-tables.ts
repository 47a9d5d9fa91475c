import type {
  Count,
  DatasetStatistics,
  Distribution,
  PictureStatistics,
} from '../../domain/recordings/dataset-statistics.js';
import type { Size } from '../../domain/geometry.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Cell, Table } from '../../metrics/tables/table.js';
import { overviewOf, spreadsOf } from './stats-facts.js';

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
      tables.push(histogramTable('stats-lengths', 'Steps of an episode', lengths, isWhole));
    }
    counted('stats-actions', 'Actions', actions, steps);
    for (const label of labels)
      counted(`stats-label-${label.name}`, titleOf(label.name), label.values, episodes);
    common(statistics, episodes);
    const sizes = screens.map(({ width, height, steps: count }) => ({ name: `${width} × ${height}`, count }));
    counted('stats-screens', 'Screens', sizes, steps);
    if (pictures !== undefined) tables.push(picturesTable(pictures, isWhole));
    counted('stats-annotations', 'What steps bring along', annotations, steps);
  } else {
    const { graph, tasks, optimalSteps, milestones, tags } = statistics;
    if (optimalSteps.count > 0) {
      tables.push(
        histogramTable('stats-optimal', 'Steps of the annotated best route', optimalSteps, isWhole),
      );
    }
    if (milestones.count > 0)
      tables.push(histogramTable('stats-milestones', 'Milestones of a task', milestones, isWhole));
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
    title: 'Spreads',
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
function picturesTable({ read, unread, sizes, differing }: PictureStatistics, isWhole: boolean): Table {
  const text = ({ width, height }: Size): string => `${width} × ${height}`;
  const counts = sizes.map((size) => ({ name: text(size), count: size.pictures }));
  const table = countsTable('stats-pictures', 'Pictures', counts, { whole: read, isWhole });
  const are = (count: number): string => (count === 1 ? '1 picture is' : `${count} pictures are`);
  return {
    ...table,
    notes: [
      ...table.notes,
      ...(unread === 0 ? [] : [`${are(unread)} missing, or neither PNG nor JPEG.`]),
      ...(differing.count === 0 ? [] : [`${are(differing.count)} of another size than the data say.`]),
      ...differing.listed
        .slice(0, NAMED)
        .map(({ screen, said, real }) => `${screen}: ${text(real)}, said to be ${text(said)}.`),
    ],
  };
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
