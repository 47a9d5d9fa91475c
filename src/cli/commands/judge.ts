import { resolve } from 'node:path';
import type { Command } from 'commander';
import { judgeOneRun, passNameOf, type JudgedRun } from '../../app/judge/judge-one-run.js';
import { findRun } from '../../app/results/find-run.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { plural } from '../../domain/text/plural.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { addJudgeChoice, judgeChoice, JUDGE_SETTINGS, textOf } from '../choices/judge-choice.js';
import { countProgress, type CountProgress } from '../output/count-progress.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { addJudgeCalibrateCommand } from './judge-calibrate.js';
import { addJudgeCorrectCommand } from './judge-correct.js';
import { addJudgeExamCommand } from './judge-exam.js';
import { addJudgeLabelCommand } from './judge-label.js';

/** `touchstone judge RUN`: lets a model judge what a run has done; and what makes its error known. */
export function addJudgeCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('judge'),
    'Let a model judge the episodes of a run. Nothing is run; what is judged is not judged again.',
    [
      "touchstone judge RUN --model NAME --base-url http://localhost:8000/v1  by the benchmark's judge",
      'touchstone judge RUN --judge rubric --judge-option rubric=rubric.json --model NAME',
      'touchstone judge RUN --judge screenshots --model NAME --also other.json --rule unanimity  by two models',
    ],
  );
  // `--pass` of a command below is its own.
  command.enablePositionalOptions();
  addJudgeLabelCommand(command, context);
  addJudgeCalibrateCommand(command, context);
  addJudgeCorrectCommand(command, context);
  addJudgeExamCommand(command, context);
  addJudgeChoice(addSettings(command, [...JUDGE_SETTINGS, 'runs', 'data']))
    .argument('<run>', 'a run of Touchstone')
    .option(
      '--judge <name>',
      "judge, or a module that exports one (default: the benchmark's, else screenshots)",
    )
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((run: string, options: Record<string, unknown>) => judge(run, options, context));
}

async function judge(
  run: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { values } = await loadSettings(options, context);
  const { workingDirectory, environment, interrupted: signal } = context;
  const directory = findRun(run, resolve(workingDirectory, values.runs), workingDirectory);
  context.sayOnInterrupt('what was judged so far is saved; judge again to go on');
  const progress: { line: CountProgress | null } = { line: null };
  let judged: JudgedRun;
  try {
    judged = await judgeOneRun(directory, values, {
      judge: textOf(options['judge']),
      choice: judgeChoice(options),
      pass: typeof options['pass'] === 'string' ? passNameOf(options['pass']) : null,
      dataDirectory: values.data === null ? null : resolve(workingDirectory, values.data),
      workingDirectory,
      environment,
      signal,
      onProgress: (_, total) => {
        progress.line ??= countProgress(context, 'judged', total);
        progress.line.next();
      },
    });
  } finally {
    progress.line?.end();
  }
  const { summary, tables, warnings } = judged;
  printWarnings(warnings, context);
  const json = options['json'] === true;
  if (!json) context.stdout.write(`${sentence(judged)}\n\n`);
  printTables(tables, { json, context, extra: { judging: summary, warnings: [...warnings] } });
}

function sentence({ summary }: JudgedRun): string {
  const { pass, judged, kept, unknown, notApplicable, voided, cost } = summary;
  const parts = [
    `Pass ${pass}: ${plural(judged, 'episode')} judged`,
    ...(kept > 0 ? [`${kept} already were`] : []),
    ...(unknown > 0 ? [`${unknown} without a verdict`] : []),
    ...(notApplicable > 0 ? [`${notApplicable} not to be judged`] : []),
    ...(voided > 0 ? [`${voided} void`] : []),
    plural(cost.calls, 'call'),
  ];
  return `${parts.join(', ')}.`;
}
