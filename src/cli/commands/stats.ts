import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { addSettings } from '../add-settings.js';
import { describeDataset } from '../../app/stats/describe-dataset.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { findRun } from '../../app/results/find-run.js';
import { countProgress } from '../output/count-progress.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { readAppClasses } from '../../formats/app-classes/read-app-classes.js';
import { requireFilePath } from '../../app/settings/require-file-path.js';
import { requireFolder } from '../../app/settings/require-folder.js';

interface StatsFlags {
  readonly out?: string;
  readonly appClasses?: string;
  readonly csv?: string;
  readonly pictures?: boolean;
  readonly actionsOf?: readonly string[];
  readonly json?: boolean;
}

/** `touchstone stats BENCHMARK`: statistics of a dataset, as tables and as a page of charts. */
export function addStatsCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('stats'),
    'Print statistics of a benchmark: lengths, apps, actions, instructions, screens. Nothing is run.',
    benchmarkExamples('stats', 5, context.namedBenchmarks),
  );
  addSettings(command, ['data', 'split', 'language', 'benchmarkOptions', 'repair', 'runs', 'plugins'])
    .argument('<benchmark>', 'name of a benchmark, or folder of a world of your own')
    .option('--out <file>', 'write a page of charts there, one HTML file')
    .option('--csv <folder>', 'write every table there as a CSV file, with all its rows')
    .option('--pictures', 'read the headers of the screenshots: their real sizes, and which are missing')
    .option(
      '--actions-of <run>',
      'count the actions that agents took on each screen of a recorded phone, over this run (folder or name, or a run made elsewhere); may be given several times',
      (run: string, runs: readonly string[] | undefined) => [...(runs ?? []), run],
    )
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
      const { tables, document } = await describeDataset(name, values, {
        page,
        csv,
        classes,
        pictures: options.pictures === true,
        actionsOf: (options.actionsOf ?? []).map((run) =>
          findRun(run, resolve(workingDirectory, values.runs), workingDirectory),
        ),
        workingDirectory,
        signal,
        onWarnings: (warnings) => printWarnings(warnings, context),
        progress: (what, total) => countProgress(context, what, total),
      });
      printTables(tables, { json: options.json === true, context, extra: document });
      for (const path of [page, csv]) {
        if (path !== null) context.stderr.write(`${relative(workingDirectory, path) || path} written\n`);
      }
    });
}
