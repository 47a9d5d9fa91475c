import { resolve } from 'node:path';
import type { Command } from 'commander';
import { judgeOneRun, passNameOf, type JudgedRun } from '../../app/judge/judge-one-run.js';
import { findRun } from '../../app/results/find-run.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { ONE_MODEL_SETTINGS, type SettingKey } from '../../app/settings/setting.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { countProgress } from '../output/count-progress.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';

const USED = [
  ...ONE_MODEL_SETTINGS,
  'priceInput',
  'priceOutput',
  'prices',
  'concurrency',
  'maxTokens',
  'maxCost',
  'runs',
  'data',
  'plugins',
] as const satisfies readonly SettingKey[];

const RULES = ['majority', 'unanimity'] as const;

/** `touchstone judge RUN`: lets a model judge what a run has done. */
export function addJudgeCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('judge'),
      'Let a model judge the episodes of a run. Nothing is run; what is judged is not judged again.',
      [
        'touchstone judge RUN --model NAME --base-url http://localhost:8000/v1  by the benchmark’s judge',
        'touchstone judge RUN --judge rubric --judge-option rubric=rubric.json --model NAME',
        'touchstone judge RUN --judge screenshots --model NAME --also other.json --rule unanimity  by two models',
      ],
    ),
    USED,
  )
    .argument('<run>', 'a run of Touchstone')
    .option(
      '--judge <name>',
      'judge, or a module that exports one (default: the benchmark’s, else screenshots)',
    )
    .option('--judge-option <name=value>', 'an option of the judge; can be given several times', gather)
    .option('--judge-prompt <name=file>', 'your own prompt in place of one of the judge’s', gather)
    .option(
      '--also <profile>',
      'profile of a further model that judges, too; can be given several times',
      gather,
    )
    .option('--rule <name>', `how several verdicts become one: ${RULES.join(', ')} (default: majority)`)
    .option('--pass <name>', 'name of the pass, which replaces an earlier one of that name')
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
  let progress: ReturnType<typeof countProgress> | null = null;
  let judged: JudgedRun;
  try {
    judged = await judgeOneRun(directory, values, {
      judge: textOf(options['judge']),
      choice: {
        options: pairsOf(options['judgeOption'], '--judge-option'),
        prompts: pairsOf(options['judgePrompt'], '--judge-prompt'),
        others: listOf(options['also']),
        rule: ruleOf(options['rule']),
      },
      pass: typeof options['pass'] === 'string' ? passNameOf(options['pass']) : null,
      dataDirectory: values.data === null ? null : resolve(workingDirectory, values.data),
      workingDirectory,
      environment,
      signal,
      onProgress: (_, total) => {
        progress ??= countProgress(context, 'judged', total);
        progress.next();
      },
    });
  } finally {
    (progress as ReturnType<typeof countProgress> | null)?.end();
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

function gather(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function listOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
}

function pairsOf(given: unknown, flag: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listOf(given).map((pair): [string, string] => {
      const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) {
        throw new UserError(`${flag} ${JSON.stringify(pair)} is not written as name=value`);
      }
      return [name, value];
    }),
  );
}

function ruleOf(given: unknown): (typeof RULES)[number] {
  if (given === undefined) return 'majority';
  const rule = RULES.find((one) => one === given);
  if (rule !== undefined) return rule;
  throw new UserError(`--rule ${JSON.stringify(given)} is unknown`, { hint: `It is ${RULES.join(' or ')}.` });
}

function textOf(given: unknown): string | null {
  return typeof given === 'string' ? given : null;
}
