import { resolve } from 'node:path';
import type { Command } from 'commander';
import { correctRun } from '../../app/judge/calibrate-run.js';
import { findRun } from '../../app/results/find-run.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { textOf } from '../choices/judge-choice.js';
import { printTables } from '../output/print-tables.js';

/** `touchstone judge correct RUN`: takes a judge's measured errors out of a run's rate. */
export function addJudgeCorrectCommand(judge: Command, context: CommandContext): void {
  addSettings(
    introduce(
      judge.command('correct'),
      "Take a judge's errors out of a run's rate, with a calibration of the same judge.",
      ['touchstone judge correct RUN --calibration calibration.json'],
    ),
    ['runs'],
  )
    .argument('<run>', 'a run that a judge has judged')
    .requiredOption('--calibration <file>', 'what `judge calibrate` or `judge exam` wrote')
    .option('--pass <name>', "the judge's pass (default: the newest)")
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (run: string, options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const { workingDirectory, interrupted: signal } = context;
      const tables = await correctRun(
        findRun(run, resolve(workingDirectory, values.runs), workingDirectory),
        {
          calibration: resolve(workingDirectory, textOf(options['calibration']) ?? ''),
          pass: textOf(options['pass']),
          signal,
        },
      );
      printTables(tables, { json: options['json'] === true, context });
    });
}
