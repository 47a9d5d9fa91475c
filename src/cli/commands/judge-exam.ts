import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { judgeExam } from '../../app/judge/judge-exam.js';
import { passNameOf } from '../../app/judge/judge-one-run.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import {
  addDisagreements,
  addJudgeChoice,
  disagreementsOf,
  judgeChoice,
  JUDGE_SETTINGS,
  textOf,
} from '../choices/judge-choice.js';
import { countProgress } from '../output/count-progress.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';

/** `touchstone judge exam FILE`: lets a judge judge labelled trajectories, and compares. */
export function addJudgeExamCommand(judge: Command, context: CommandContext): void {
  addDisagreements(
    addJudgeChoice(
      addSettings(
        introduce(
          judge.command('exam'),
          'Let a judge judge labelled trajectories of anybody, and see how often it is right.',
          [
            'touchstone judge exam labelled.jsonl --judge screenshots --model NAME',
            'touchstone judge exam labelled.csv --judge rubric --judge-option rubric=rubric.json --model NAME --json',
          ],
        ),
        JUDGE_SETTINGS,
      ),
    ),
  )
    .argument('<file>', 'labelled trajectories, JSON Lines or CSV (docs/formats.md)')
    .option('--judge <name>', 'judge, or a module that exports one', 'screenshots')
    .option('--out <folder>', 'folder for its calls and the calibration (default: exams/NAME)')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const { workingDirectory, environment, interrupted: signal } = context;
      context.sayOnInterrupt('every call so far is saved; ask again to go on');
      const progress = countProgress(context, 'judged', null);
      const folder = textOf(options['out']) ?? `exams/${basename(file).replace(/\.\w+$/, '')}`;
      const judged = await judgeExam(resolve(workingDirectory, file), values, {
        judge: textOf(options['judge']) ?? 'screenshots',
        choice: judgeChoice(options),
        pass: typeof options['pass'] === 'string' ? passNameOf(options['pass']) : null,
        out: resolve(workingDirectory, folder),
        disagreements: disagreementsOf(options),
        workingDirectory,
        environment,
        signal,
        onProgress: () => progress.next(),
      }).finally(() => progress.end());
      const { counts, calibration, tables } = judged;
      printWarnings(leftOver(counts), context);
      printTables(tables, {
        json: options['json'] === true,
        context,
        extra: { counts, calibration, file: judged.file },
      });
      if (options['json'] === true) return;
      const kept = judged.file ?? 'none: not all trajectories were judged';
      context.stderr.write(`\nCalibration: ${kept}\n`);
    });
}

function leftOver({
  outages,
  outage,
  unasked,
  refused,
  refusal,
}: {
  readonly outages: number;
  readonly outage: string | null;
  readonly unasked: number;
  readonly refused: number;
  readonly refusal: string | null;
}): string[] {
  return [
    ...(outages === 0
      ? []
      : [`${outages} trajectories were not judged: ${outage ?? 'no answer'}; ask again to go on`]),
    ...(unasked === 0 ? [] : [`${unasked} trajectories were not judged: the budget is spent`]),
    ...(refused === 0 ? [] : [`${refused} trajectories could not be put to the judge: ${refusal ?? ''}`]),
  ];
}
