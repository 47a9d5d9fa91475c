import type { Command } from 'commander';
import type { DatasetExport } from '../../benchmarks/dataset-export.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { exportDataset, exportFormats } from '../../app/export/export-dataset.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { exitCodeOfFault } from '../exit-code.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { addAnimationCommand } from './export-animation.js';
import { addEpisodesCommand } from './export-episodes.js';
import { addTablesCommand } from './export-tables.js';
import { addTrainingCommand } from './export-training.js';

const REPORT_MS = 1000;

/** `touchstone export FORMAT`: datasets, runs and worlds in the forms that models are trained on, and as tables. */
export function addExportCommand(program: Command, context: CommandContext): void {
  const { training, own, fromSources } = exportFormats(context.namedExporters);
  const exporting = introduce(
    program.command('export'),
    'Write datasets, runs and worlds in a form that models are trained on, or as tables.',
    [
      'touchstone export sharegpt runs/RUN --dialect ui_tars --out train',
      ...benchmarkExamples('export', 1, context.namedBenchmarks),
      'touchstone export parquet runs/A runs/B --out tables',
      ...own.flatMap(({ format }) => format.examples.slice(0, 1)).slice(0, 1),
    ],
  );
  for (const format of training) addTrainingCommand(exporting, format, context);
  addTablesCommand(exporting, 'parquet', context);
  addTablesCommand(exporting, 'csv', context);
  addAnimationCommand(exporting, context);
  for (const { benchmark, format } of own) addDatasetCommand(exporting, benchmark, format, context);
  for (const form of fromSources) addEpisodesCommand(exporting, form, context);
}

/** `touchstone export NAME`: files in a form of a benchmark's own. */
function addDatasetCommand(
  exporting: Command,
  benchmark: string,
  format: DatasetExport,
  context: CommandContext,
): void {
  const command = introduce(exporting.command(format.name), format.title, format.examples);
  addSettings(command, format.settings).requiredOption('--out <folder>', format.outDescription);
  for (const { flag, description, default: standard } of format.switches) {
    command.option(flag, description, standard);
  }
  command
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .option('--verbose', 'print stacks of errors')
    .action(async (options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const { tables, warnings, isEmpty, document } = await exportDataset(benchmark, format, values, {
        out: String(options['out']),
        switches: options,
        workingDirectory: context.workingDirectory,
        signal: context.interrupted,
        onProgress: progressLine(context),
      });
      printWarnings(warnings, context);
      printTables(tables, { json: options['json'] === true, context, extra: document });
      if (isEmpty) context.setExitCode(exitCodeOfFault('dataset'));
    });
}

/** A line on stderr once a second at most. */
function progressLine({ stderr }: CommandContext): (line: string) => void {
  let reportedAt = performance.now();
  return (line) => {
    const now = performance.now();
    if (now - reportedAt < REPORT_MS) return;
    reportedAt = now;
    stderr.write(`${line}\n`);
  };
}
