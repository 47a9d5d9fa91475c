import { resolve } from 'node:path';
import type { Command } from 'commander';
import { exportEpisodes } from '../../app/export/export-episodes.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import type { SourceExport } from '../../benchmarks/source-export.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { exitCodeOfFault } from '../exit-code.js';
import { introduce } from '../introduce.js';
import { countProgress } from '../output/count-progress.js';
import { leftOutTable } from '../output/present-export.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { addSourceOptions, SOURCES, sourceChoice } from './export-training.js';

/** `touchstone export NAME SOURCE…`: data in a benchmark's own form, from episodes of any source. */
export function addEpisodesCommand(exporting: Command, form: SourceExport, context: CommandContext): void {
  const command = introduce(
    exporting.command(form.name).argument('<sources...>', SOURCES),
    form.title,
    form.examples,
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
    ...(form.settings ?? []),
  ]);
  addSourceOptions(command)
    .requiredOption('--out <folder>', 'folder for the data; it must be empty')
    .option('--replace', 'write over files of the same names in that folder');
  for (const { flag, description, default: standard } of form.switches) {
    command.option(flag, description, standard);
  }
  command
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .option('--verbose', 'print stacks of errors')
    .action(async (names: readonly string[], options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const { tables, warnings, isEmpty, document, leftOut, leftOutFirst } = await exportEpisodes(
        names,
        values,
        sourceChoice(options),
        {
          ...context,
          onWarnings: (said) => printWarnings(said, context),
          out: resolve(context.workingDirectory, String(options['out'])),
          replace: options['replace'] === true,
          form,
          switches: options,
          progress: (total) => countProgress(context, 'episodes', total),
        },
      );
      printWarnings(warnings, context);
      printTables([...tables, ...(leftOut.length === 0 ? [] : [leftOutTable(leftOut, leftOutFirst)])], {
        json: options['json'] === true,
        context,
        extra: { ...document, leftOut, leftOutFirst },
      });
      if (isEmpty) context.setExitCode(exitCodeOfFault('dataset'));
    });
}
