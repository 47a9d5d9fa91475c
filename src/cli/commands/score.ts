import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UserError } from '../../errors.js';
import { readAppClasses } from '../../formats/app-classes/read-app-classes.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { openRegistry } from '../../app/run/open-registry.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { findRun } from '../../app/results/find-run.js';
import { addGateOptions, gateRequest } from '../gate/gate-options.js';
import { addNoSequentialOption } from '../gate/sequential-options.js';
import type { GateRequest } from '../../app/gate/gate-request.js';
import { reportGate } from '../gate/report-gate.js';
import { explainWords } from '../explain-words.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { choiceOf } from '../../app/settings/history-choice.js';
import type { SettingKey } from '../../app/settings/setting.js';
import { RECORDED_HISTORIES } from '../../domain/recordings/recorded-history.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { benchmarksWithViews } from '../../app/score/benchmarks-with-views.js';
import { scoreElsewhere } from '../../app/score/score-elsewhere.js';
import { scoreSplits } from '../../app/score/score-splits.js';
import { scoreRunAgain } from '../../app/score/score-run-again.js';

const USED = [
  'data',
  'mode',
  'split',
  'level',
  'history',
  'benchmarkOptions',
  'dialect',
  'dialectOptions',
  'coordinates',
  'scroll',
  'picture',
  'parsing',
  'trajectories',
  'repair',
  'runs',
  'plugins',
] as const satisfies readonly SettingKey[];

/** `touchstone score WHAT`: scores what was run, here or elsewhere, in both modes. */
export function addScoreCommand(program: Command, context: CommandContext): void {
  const viewed = benchmarksWithViews();
  const whoseRules = viewed
    .map(({ called, views }) => `of ${called}, whose rule: ${views.evaluators.join(', ')}`)
    .join('; ');
  const names = viewed.map(({ name }) => name).join(', ');
  const command = addSettings(
    introduce(
      program.command('score'),
      'Score a finished or interrupted run, or runs made elsewhere. Nothing is run.',
      [
        'touchstone score RUN  a run of Touchstone, once more, without running it',
        ...benchmarkExamples('score', 6, context.namedBenchmarks),
        'touchstone score RUN RUN RUN RUN  one agent on several splits, and the average over them',
        'touchstone score RUN --evaluator ./mine.mjs  an evaluator of your own, in addition to the scores it has',
      ],
    ),
    USED,
  );
  explainWords(command, 'n', 'voided', 'bounds', 'interval', 'passAny', 'passAll');
  addNoSequentialOption(addGateOptions(command))
    .argument(
      '<what...>',
      'a run, or several on different splits, or a benchmark whose saved runs --trajectories names',
    )
    .option('--predictions <file>', 'predictions of a recorded dataset, made elsewhere')
    .option(
      '--evaluator <name>',
      `an evaluator of a plug-in, which scores a run in addition to the benchmark's own rules; ${whoseRules}`,
    )
    .option(
      '--judged-by <pass>',
      "judge's pass that decides, where a benchmark leaves success to judges (default: the newest)",
    )
    .option('--app-classes <file>', `class of each app, for a table by class (${names}): JSON object, or CSV`)
    .option('--label <name>', "the agent's name in tables of runs made elsewhere")
    .option('--published', 'show the published rows next to it')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((names: readonly string[], options: Record<string, unknown>) => {
      const [what = '', ...others] = names;
      return others.length === 0
        ? score(what, options, context)
        : scoreSeveral([...new Set(names)], options, context);
    });
}

async function score(
  what: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { values, origins } = await loadSettings(options, context);
  const { workingDirectory, interrupted: signal } = context;
  const runsFolder = resolve(workingDirectory, values.runs);
  const gate = gateRequest(options, { runsFolder, workingDirectory });
  const json = options['json'] === true;
  const definition = (await openRegistry([], context)).benchmarks.get(what);
  const appClasses =
    typeof options['appClasses'] === 'string'
      ? await readAppClasses(resolve(workingDirectory, options['appClasses']), { signal })
      : null;
  const how = {
    published: options['published'] === true,
    evaluator: textOf(options['evaluator']),
    appClasses,
    listsItems: json,
    signal,
  };
  if (definition !== undefined) {
    refuseGate(gate);
    if (origins.history === 'flag') refuseShown(values.history);
    const { tables, warnings, document } = await scoreElsewhere(definition, {
      ...how,
      settings: values,
      predictions: textOf(options['predictions']),
      label: textOf(options['label']),
      workingDirectory,
    });
    printWarnings(warnings, context);
    printTables(tables, { json, context, extra: document });
    return;
  }
  refuseForeign(what, options);
  const { tables, document, verdict } = await scoreRunAgain(findRun(what, runsFolder, workingDirectory), {
    ...how,
    plugins: values.plugins,
    workingDirectory,
    dataDirectory: values.data === null ? null : resolve(workingDirectory, values.data),
    mode: origins.mode === 'flag' ? values.mode : null,
    gate,
    judgedBy: textOf(options['judgedBy']),
    onWarnings: (warnings) => printWarnings(warnings, context),
  });
  printTables(tables, { json, context, extra: document });
  if (verdict !== null) reportGate(verdict, context);
}

/** Runs on several splits, and their averages. */
async function scoreSeveral(
  names: readonly string[],
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { values } = await loadSettings(options, context);
  const { workingDirectory, interrupted: signal } = context;
  const runsFolder = resolve(workingDirectory, values.runs);
  const idle = OF_ONE.find((key) => options[key] !== undefined && options[key] !== false);
  if (idle !== undefined) {
    const flag = idle.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    throw new UserError(`--${flag} is for one run`, { hint: 'Name one run, or leave the flag out.' });
  }
  const { tables, document, warnings } = await scoreSplits(
    names.map((name) => findRun(name, runsFolder, workingDirectory)),
    {
      workingDirectory,
      dataDirectory: values.data === null ? null : resolve(workingDirectory, values.data),
      signal,
    },
  );
  printWarnings(warnings, context);
  printTables(tables, { json: options['json'] === true, context, extra: document });
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** What several runs together do not take. */
const OF_ONE = [
  'mode',
  'evaluator',
  'judgedBy',
  'appClasses',
  'published',
  'minSuccess',
  'minMetric',
  'baseline',
  'maxDrop',
  'maxMetricDrop',
  'confident',
  'junit',
  'label',
  'split',
  'trajectories',
  'predictions',
];

const FOREIGN_OPTIONS = [
  'label',
  'split',
  'trajectories',
  'level',
  'history',
  'benchmarkOptions',
  'dialect',
  'predictions',
];

/** @throws {UserError} for options whose value a run of ours holds itself */
function refuseForeign(run: string, options: Readonly<Record<string, unknown>>): void {
  const foreign = FOREIGN_OPTIONS.find((key) => options[key] !== undefined);
  if (foreign === undefined) return;
  const flag = foreign.replace('benchmarkOptions', 'benchmark-option');
  throw new UserError(`--${flag} is for runs made elsewhere; a run of Touchstone says itself what it is`, {
    hint: `touchstone score ${run}`,
  });
}

/** @throws {UserError} for what of earlier steps a model is to be shown: nobody is asked here */
function refuseShown(history: string | null): void {
  const { whose, shown } = choiceOf(history);
  if (whose === 'none' || shown === null) return;
  throw new UserError(`--history ${history ?? ''} says what a model is shown, and scoring asks none`, {
    hint: `Whose steps the answers went on from is ${RECORDED_HISTORIES.join(', ')}.`,
  });
}

/**
 * @throws {UserError} since a gate needs to know which episodes were to be done, and a run made elsewhere does not name
 * them
 */
function refuseGate({ minSuccess, minMetric, drop, junit }: GateRequest): void {
  if (minSuccess === null && minMetric === null && drop === null && junit === null) return;
  throw new UserError('gates and --junit are for runs of Touchstone, not for runs made elsewhere', {
    hint: 'Read the results from `--json` instead.',
  });
}
