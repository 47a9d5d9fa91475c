import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { askedTable } from '../../benchmarks/dimensions/asked-table.js';
import type { StatsDocument } from '../../formats/results/stats-document.js';
import type { Table } from '../../metrics/tables/table.js';
import { statsPage } from '../../report/stats/stats-page.js';
import { statsTables } from '../../report/stats/stats-tables.js';
import { tableCsv } from '../../report/table-csv.js';
import { VERSION } from '../../version.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { addSettings } from '../add-settings.js';
import { namedPlugins, openRegistry } from '../../app/run/open-registry.js';
import { collectStatistics } from '../../app/stats/collect-statistics.js';
import { benchmarkExamples } from '../../registry/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { wholeSplit } from '../../app/lint/lint-recordings.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { countProgress } from '../output/count-progress.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { openBenchmark } from '../../app/run/prepare-run.js';
import { readAppClasses } from '../../formats/app-classes/read-app-classes.js';
import { requireFilePath } from '../../app/settings/require-file-path.js';
import { requireFolder } from '../../app/settings/require-folder.js';

interface StatsFlags {
  readonly out?: string;
  readonly appClasses?: string;
  readonly csv?: string;
  readonly pictures?: boolean;
  readonly json?: boolean;
}

/** `touchstone stats BENCHMARK`: what a dataset is made of, as tables and as a page of charts. */
export function addStatsCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('stats'),
    'Say what a benchmark is made of: lengths, apps, actions, instructions, screens. Nothing is run.',
    benchmarkExamples('stats', 5, context.namedBenchmarks),
  );
  addSettings(command, ['data', 'split', 'language', 'repair', 'plugins'])
    .argument('<benchmark>', 'name of a benchmark, or folder of a world of your own')
    .option('--out <file>', 'write a page of charts there, one HTML file')
    .option('--csv <folder>', 'write every table there as a CSV file, with all its rows')
    .option('--pictures', 'read the headers of the screenshots: their real sizes, and which are missing')
    .option('--app-classes <file>', 'class of each app: JSON object, or CSV of app and class')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (name: string, options: StatsFlags & Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const { workingDirectory, interrupted: signal } = context;
      const page = options.out === undefined ? null : resolve(workingDirectory, options.out);
      if (page !== null) await requireFilePath(page, '--out');
      const csv = options.csv === undefined ? null : resolve(workingDirectory, options.csv);
      if (csv !== null) await requireFolder(csv, '--csv');
      const classes =
        options.appClasses === undefined
          ? null
          : await readAppClasses(resolve(workingDirectory, options.appClasses), { signal });
      const registry = await openRegistry(namedPlugins({ plugins: values.plugins }, name), context);
      const definition = registry.benchmark(name, workingDirectory);
      const split = values.split ?? wholeSplit(definition);
      await using benchmark = await openBenchmark(name, { ...values, split }, { workingDirectory, signal });
      const progress = countProgress(
        context,
        benchmark.recordings === undefined ? 'tasks' : 'episodes',
        benchmark.recordings?.count ?? null,
      );
      const statistics = await collectStatistics(benchmark, {
        classes,
        pictures: options.pictures === true,
        onItem: () => progress.next(),
        signal,
      }).finally(() => progress.end());
      const title = `${benchmark.name}, ${benchmark.split}`;
      if (page !== null) {
        const folder = values.data === null ? '' : ` in ${resolve(workingDirectory, values.data)}`;
        const subtitle = `Split ${benchmark.split}${folder} · data ${benchmark.dataHash.slice(0, 12)}`;
        const text = statsPage(statistics, { title: definition.title, subtitle, touchstone: VERSION });
        await writeWholeFile(page, text, { signal });
      }
      const asked = benchmark.items.protocol === 'question' ? [await askedTable(benchmark.items.list())] : [];
      const tables = [...statsTables(title, statistics), ...asked];
      if (csv !== null) {
        for (const table of [...statsTables(title, statistics, true), ...asked]) {
          await writeWholeFile(join(csv, csvName(table)), tableCsv(table), { signal });
        }
      }
      printWarnings(benchmark.warnings, context);
      const document = {
        formatVersion: 1,
        benchmark: benchmark.name,
        split: benchmark.split,
        dataHash: benchmark.dataHash,
        statistics,
        page,
        warnings: benchmark.warnings,
        tables,
      } satisfies StatsDocument;
      printTables(tables, { json: options.json === true, context, extra: document });
      for (const path of [page, csv]) {
        if (path !== null) context.stderr.write(`${relative(workingDirectory, path) || path} written\n`);
      }
    });
}

/** `stats-label-metaTask` → `label-metaTask.csv`; names of labels come from files. */
function csvName({ id }: Table): string {
  return `${id.replace(/^stats-/, '').replaceAll(/[^\w-]+/g, '_')}.csv`;
}
