import { resolve } from 'node:path';
import type { Command } from 'commander';
import { calibrateRun } from '../../app/judge/calibrate-run.js';
import { findRun } from '../../app/results/find-run.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { addDisagreements, disagreementsOf, textOf } from '../choices/judge-choice.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';

/** `touchstone judge calibrate RUN`: measures a judge against people's labels. */
export function addJudgeCalibrateCommand(judge: Command, context: CommandContext): void {
  addDisagreements(
    addSettings(
      introduce(
        judge.command('calibrate'),
        "Measure a judge against people's labels of the run it has judged.",
        [
          'touchstone judge calibrate RUN --labels labels.csv',
          'touchstone judge calibrate RUN --labels labels.csv --pass PASS --out calibration.json  to correct other runs with',
        ],
      ),
      ['runs', 'data'],
    ),
  )
    .argument('<run>', 'a run that a judge has judged')
    .requiredOption(
      '--labels <file>',
      'CSV file of labels (docs/formats.md), or the labels.jsonl of the run, which `touchstone view` writes',
    )
    .option('--pass <name>', "the judge's pass (default: the newest)")
    .option('--not-random', 'the labelled episodes were chosen, not drawn at random')
    .option('--out <file>', 'write the calibration to this file, too')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (run: string, options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const { workingDirectory, interrupted: signal } = context;
      const out = textOf(options['out']);
      const { calibration, tables, warnings } = await calibrateRun(
        findRun(run, resolve(workingDirectory, values.runs), workingDirectory),
        {
          pass: textOf(options['pass']),
          labels: resolve(workingDirectory, textOf(options['labels']) ?? ''),
          disagreements: disagreementsOf(options),
          random: options['notRandom'] !== true,
          out: out === null ? null : resolve(workingDirectory, out),
          dataDirectory: values.data === null ? null : resolve(workingDirectory, values.data),
          signal,
        },
      );
      printWarnings(warnings, context);
      printTables(tables, { json: options['json'] === true, context, extra: { calibration } });
    });
}
