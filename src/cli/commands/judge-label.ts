import { resolve } from 'node:path';
import type { Command } from 'commander';
import { labelAtTerminal } from '../../app/judge/label-run.js';
import { findRun } from '../../app/results/find-run.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { wholeNumber } from '../../domain/text/parse-option.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { textOf } from '../choices/judge-choice.js';

/** `touchstone judge label RUN`: asks somebody what became of a run's episodes. */
export function addJudgeLabelCommand(judge: Command, context: CommandContext): void {
  addSettings(
    introduce(
      judge.command('label'),
      'Label episodes of a run yourself, to know how far a judge can be trusted.',
      [
        'touchstone judge label RUN --labels labels.csv --labeller ana --sample 100',
        'touchstone judge label RUN --labels labels.csv --labeller ana --informed-by PASS  once more, with the verdicts shown',
      ],
    ),
    ['runs', 'data', 'seed'],
  )
    .argument('<run>', 'a run of Touchstone')
    .requiredOption('--labels <file>', 'CSV file that labels are added to')
    .requiredOption('--labeller <name>', 'who labels')
    .option('--sample <n>', 'episodes drawn at random (default: all)')
    .option('--informed-by <pass>', "show the verdicts of this judge's pass (default: labels are blind)")
    .option('--page <file>', 'HTML file that shows the episodes (default: in the folder of the labels)')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .action(async (run: string, options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const { workingDirectory, stdin, stderr, interrupted: signal } = context;
      const labels = resolve(workingDirectory, textOf(options['labels']) ?? '');
      const sample = options['sample'] === undefined ? null : wholeNumber(options['sample'], '--sample');
      if (sample !== null && sample < 1) {
        throw new UserError('--sample 0 leaves nothing to label', { hint: 'Name 1 or more.' });
      }
      context.sayOnInterrupt('every label so far is saved');
      const { wanted, before, labelled, isDone } = await labelAtTerminal(
        findRun(run, resolve(workingDirectory, values.runs), workingDirectory),
        {
          labels,
          page: resolve(workingDirectory, textOf(options['page']) ?? `${labels.replace(/\.csv$/i, '')}.html`),
          labeller: textOf(options['labeller']) ?? '',
          informedBy: textOf(options['informedBy']),
          sample,
          seed: values.seed,
          dataDirectory: values.data === null ? null : resolve(workingDirectory, values.data),
          signal,
        },
        { input: stdin, output: stderr },
      );
      const had = before === 0 ? '' : `, ${before} before`;
      const next = isDone
        ? `Next: touchstone judge calibrate ${run} --labels ${textOf(options['labels']) ?? ''}`
        : 'Ask again to go on.';
      stderr.write(`\n${plural(labelled, 'label')} given${had}, of ${wanted}. ${next}\n`);
    });
}
