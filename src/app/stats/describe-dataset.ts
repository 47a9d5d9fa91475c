import { join } from 'node:path';
import type { Benchmark, BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import { askedTable } from '../../benchmarks/dimensions/tables/asked-table.js';
import type { DatasetStatistics } from '../../domain/recordings/dataset-statistics.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import type { StatsDocument } from '../../formats/results/stats-document.js';
import type { Table } from '../../metrics/tables/table.js';
import { statsPage } from '../../report/stats/stats-page.js';
import { screenUseTables, statsTables } from '../../report/stats/stats-tables.js';
import { tableCsv } from '../../report/table-csv.js';
import { VERSION } from '../../version.js';
import type { OnWarnings } from '../app-context.js';
import { wholeSplit } from '../lint/lint-recordings.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from '../run/open-registry.js';
import { openBenchmark } from '../run/prepare-run.js';
import type { Settings } from '../settings/setting.js';
import { collectStatistics } from './collect-statistics.js';
import { countScreenActions } from './count-screen-actions.js';

/** What is wanted of a dataset's statistics, and who follows. */
export interface DescribeOptions {
  /** Absolute path of the page of charts, and folder of the tables as CSV; null: not wanted. */
  readonly page: string | null;
  readonly csv: string | null;
  /** Class of each app. */
  readonly classes: ReadonlyMap<string, string> | null;
  /** Whether the headers of recorded pictures are read. */
  readonly pictures: boolean;
  /** Runs over which the actions on each screen are counted, absolute; with any, the tables are about these. */
  readonly actionsOf: readonly string[];
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  readonly onWarnings: OnWarnings;
  /** Called with what is counted and the total where it is known; its result is called for each one done. */
  readonly progress: (what: string, total: number | null) => { next(): void; end(): void };
}

/**
 * Statistics of a benchmark's content, as tables and a document; writes the page and the CSV files that are wanted.
 *
 * @throws {UserError | DatasetError} for a benchmark that cannot be opened
 */
export async function describeDataset(
  name: string,
  values: Settings,
  options: DescribeOptions,
): Promise<{ readonly tables: readonly Table[]; readonly document: StatsDocument }> {
  const { page, csv, classes, pictures, workingDirectory, signal } = options;
  const registry = await openRegistry(namedPlugins({ plugins: values.plugins }, name), options);
  const definition = registry.benchmark(name, workingDirectory);
  const split = values.split ?? wholeSplit(definition);
  await using benchmark = await openBenchmark(name, { ...values, split }, { workingDirectory, signal });
  const { recordings } = benchmark;
  const progress = options.progress(
    recordings === undefined ? 'tasks' : 'episodes',
    recordings?.count ?? null,
  );
  const collected = await collectStatistics(benchmark, {
    classes,
    pictures,
    onItem: () => progress.next(),
    signal,
  }).finally(() => progress.end());
  const warnings = [...benchmark.warnings];
  const statistics = await withScreenActions(collected, benchmark, definition, { ...options, warnings });
  const title = `${benchmark.name}, ${benchmark.split}`;
  if (page !== null) {
    // Without the folder it was read from: the page is passed on, and the hash names the data wherever they lie.
    const subtitle = `${title} · data ${benchmark.dataHash.slice(0, 12)}`;
    const text = statsPage(statistics, { title: definition.title, subtitle, touchstone: VERSION });
    await writeWholeFile(page, text, { signal });
  }
  const asked = benchmark.items.protocol === 'question' ? [await askedTable(benchmark.items.list())] : [];
  const used = statistics.kind === 'world' ? statistics.screenActions : undefined;
  const tables = used === undefined ? [...statsTables(title, statistics), ...asked] : screenUseTables(used);
  if (csv !== null) {
    for (const table of [...statsTables(title, statistics, true), ...asked]) {
      await writeWholeFile(join(csv, csvName(table)), tableCsv(table), { signal });
    }
  }
  options.onWarnings(warnings);
  const document = {
    formatVersion: 1,
    benchmark: benchmark.name,
    split: benchmark.split,
    dataHash: benchmark.dataHash,
    statistics,
    page,
    warnings,
    tables,
  } satisfies StatsDocument;
  return { tables, document };
}

/** With what agents did on the screens, where runs are named; adds to the warnings what is odd about these. */
async function withScreenActions(
  statistics: DatasetStatistics,
  benchmark: Benchmark,
  definition: BenchmarkDefinition,
  {
    actionsOf,
    warnings,
    progress: begin,
    signal,
  }: Pick<DescribeOptions, 'actionsOf' | 'progress' | 'signal'> & { readonly warnings: string[] },
): Promise<DatasetStatistics> {
  if (actionsOf.length === 0) return statistics;
  const progress = begin('episodes', null);
  const screenActions = await countScreenActions(benchmark, definition, {
    runs: actionsOf,
    onWarning: (warning) => warnings.push(warning),
    onItem: () => progress.next(),
    signal,
  }).finally(() => progress.end());
  return statistics.kind === 'world' ? { ...statistics, screenActions } : statistics;
}

/** `stats-label-metaTask` → `label-metaTask.csv`; names of labels come from files. */
function csvName({ id }: Table): string {
  return `${id.replace(/^stats-/, '').replaceAll(/[^\w-]+/g, '_')}.csv`;
}
