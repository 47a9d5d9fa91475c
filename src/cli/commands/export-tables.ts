import { resolve } from 'node:path';
import type { Command } from 'commander';
import { addSettings } from '../add-settings.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import type { CommandContext } from '../command-context.js';
import { exportTables, type TABLE_FORMATS } from '../../app/export/export-tables.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { countProgress } from '../output/count-progress.js';
import { printWarnings } from '../output/print-warnings.js';
import { presentExport } from '../output/present-export.js';
import { addSourceOptions, sourceChoice } from './export-training.js';

const KINDS = {
  parquet: {
    sentence: 'Write steps, predictions, episodes and scores as Parquet tables.',
    note: 'every attempt, with any outcome',
  },
  csv: {
    sentence: 'Write steps, predictions, episodes and scores as CSV files, for spreadsheets and scripts.',
    note: 'steps.csv, episodes.csv, scores.csv',
  },
} satisfies Record<keyof typeof TABLE_FORMATS, unknown>;

/** `touchstone export parquet SOURCE…` and `export csv`: steps, episodes and scores as tables for analysis. */
export function addTablesCommand(
  exporting: Command,
  format: keyof typeof TABLE_FORMATS,
  context: CommandContext,
): void {
  const { sentence, note } = KINDS[format];
  const command = introduce(
    exporting
      .command(format)
      .argument(
        '<sources...>',
        'runs (folder or name), recordings (folder), benchmarks (name) or worlds (folder)',
      ),
    sentence,
    [
      `touchstone export ${format} runs/A runs/B --out tables     ${note}`,
      ...(format === 'parquet' ? benchmarkExamples('export parquet', 1, context.namedBenchmarks) : []),
    ],
  );
  addSettings(command, [
    'data',
    'split',
    'mode',
    'benchmarkOptions',
    'repair',
    'language',
    'limit',
    'sample',
    'seed',
    'maxSteps',
    'runs',
  ]);
  addSourceOptions(command)
    .requiredOption('--out <folder>', 'folder for the files; it must be empty')
    .option('--replace', 'write over files of the same names in that folder')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .option('--verbose', 'print stacks of errors')
    .action(async (names: readonly string[], options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      // Attempts of runs are all wanted here: choosing among rows is what tables are for.
      const choice = sourceChoice(options);
      const result = await exportTables(names, values, choice, {
        ...context,
        onWarnings: (warnings) => printWarnings(warnings, context),
        out: resolve(context.workingDirectory, String(options['out'])),
        replace: options['replace'] === true,
        format,
        progress: (total) => countProgress(context, 'episodes', total),
      });
      presentExport(result, { format, json: options['json'] === true, notes: [], context });
    });
}
