import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Option } from 'commander';
import type { Command } from 'commander';
import { plural } from '../../domain/plural.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { ClassTallies } from '../../benchmarks/guiodyssey/class-table.js';
import { onlyEvaluator } from '../../benchmarks/guiodyssey/foreign-table.js';
import type { Mode } from '../../domain/mode.js';
import type { ItemResult } from '../../domain/score.js';
import type { ScoreDocument, ScoredItem } from '../../formats/results/score-document.js';
import { indexRun } from '../../formats/run/run-index.js';
import type { ForeignEvaluatorName } from '../../evaluators/guiodyssey-foreign/foreign-evaluator.js';
import { UserError } from '../../errors.js';
import { addSettings } from '../add-settings.js';
import { BENCHMARKS } from '../benchmarks.js';
import type { CommandContext } from '../command-context.js';
import { findRun } from '../find-run.js';
import { addGateOptions, gateRequest } from '../gate/gate-options.js';
import type { GateRequest } from '../gate/gate-options.js';
import { prepareGate } from '../gate/gate.js';
import { gateDocument, reportGate } from '../gate/report-gate.js';
import { loadSettings } from '../load-settings.js';
import { printWarnings } from '../output/print-warnings.js';
import { printTables } from '../output/print-tables.js';
import { openBenchmark } from '../prepare-run.js';
import { readAppClasses } from '../read-app-classes.js';
import { openRunBenchmark } from '../run-benchmark.js';
import { agentLabel, scoreAndTabulate, tablesOfModes } from '../run-tables.js';
import { scorePredictions } from '../score-predictions.js';
import { ODYSSEY_EVALUATOR_NAMES, scoreOdyssey } from '../score-odyssey.js';
import { scoreSaved } from '../score-saved.js';
import { missingItems, scoredItem } from '../scored-items.js';
import { scoreSphinx } from '../score-sphinx.js';
import type { Settings } from '../setting.js';
import { introduce } from '../introduce.js';

const EXAMPLES = [
  'touchstone score RUN                                              a run of Touchstone, once more, without running it',
  "touchstone score colorbench --data DIR --trajectories FOLDER      a run of ColorBench's own scripts",
  "touchstone score sphinx --data DIR                                SPHINX's recordings against their own evaluators",
  'touchstone score sphinx --data DIR --trajectories trace/gpt-4o/tree',
  'touchstone score guiodyssey --predictions FILE --split random    predictions made elsewhere, in both modes',
  'touchstone score androidlens --data DIR --predictions FILE       of any recorded dataset, one object a line',
  'touchstone score guiodyssey --predictions FILE --evaluator os-atlas    as another project scores them',
];

/** `touchstone score WHAT`: scores what was run, here or elsewhere, in both modes. */
export function addScoreCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(
      program.command('score'),
      'Score a finished or interrupted run, or runs made elsewhere. Nothing is run.',
      EXAMPLES,
    ),
    [
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
    ],
  );
  addGateOptions(command)
    .argument('<what>', 'a run, or a benchmark whose saved runs --trajectories names')
    .option('--predictions <file>', 'predictions of a recorded dataset, made elsewhere')
    .addOption(
      new Option(
        '--evaluator <name>',
        'who judges GUIOdyssey: its authors (ams), or another project',
      ).choices(ODYSSEY_EVALUATOR_NAMES),
    )
    .option(
      '--app-classes <file>',
      'class of each app, for a table by class (guiodyssey): JSON object, or CSV',
    )
    .option('--label <name>', "the agent's name in tables of runs made elsewhere")
    .option('--published', 'show the published rows beside it')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (what: string, options: Record<string, unknown>) => {
      const { values, origins } = await loadSettings(options, context);
      const { workingDirectory } = context;
      const runsFolder = resolve(workingDirectory, values.runs);
      const request = gateRequest(options, { runsFolder, workingDirectory });
      const json = options['json'] === true;
      const label = typeof options['label'] === 'string' ? options['label'] : undefined;
      if (what === 'sphinx' || Object.hasOwn(BENCHMARKS, what)) refuseGate(request);
      if (what === 'sphinx') {
        await scoreSphinx(values, { context, json, label, published: options['published'] === true });
        return;
      }
      const evaluator = ODYSSEY_EVALUATOR_NAMES.find((name) => name === options['evaluator']);
      if (evaluator !== undefined && what !== 'guiodyssey' && Object.hasOwn(BENCHMARKS, what)) {
        throw new UserError(`${what} takes no --evaluator`, { hint: 'It is for guiodyssey.' });
      }
      const predictions = options['predictions'];
      const classes = await classesOf(options['appClasses'], context);
      if (classes !== null && what !== 'guiodyssey' && Object.hasOwn(BENCHMARKS, what)) {
        throw new UserError(`${what} takes no --app-classes`, { hint: 'It is for guiodyssey.' });
      }
      if (typeof predictions === 'string') {
        const published = options['published'] === true;
        if (what === 'guiodyssey') {
          await scoreOdyssey(predictions, values, {
            context,
            json,
            label,
            classes,
            ...(evaluator === undefined ? {} : { evaluator }),
          });
        } else if (Object.hasOwn(BENCHMARKS, what) && BENCHMARKS[what]?.protocol === 'stepwise') {
          await scorePredictions(what, predictions, values, { context, json, label, published });
        } else {
          throw new UserError(`${what} takes no --predictions`, {
            hint: 'They are for recorded datasets, such as guiodyssey and androidlens.',
          });
        }
        return;
      }
      if (Object.hasOwn(BENCHMARKS, what)) {
        await scoreElsewhere(what, values, {
          context,
          json,
          label,
          published: options['published'] === true,
        });
        return;
      }
      const foreign = [
        'label',
        'split',
        'trajectories',
        'level',
        'history',
        'benchmarkOptions',
        'dialect',
      ].filter((key) => options[key] !== undefined);
      if (foreign.length > 0) {
        throw new UserError(
          `--${(foreign[0] ?? '').replace('benchmarkOptions', 'benchmark-option')} is for runs made elsewhere; a run of Touchstone says itself what it is`,
          {
            hint: `touchstone score ${what}`,
          },
        );
      }
      const mode = origins.mode === 'flag' ? values.mode : null;
      await scoreOwnRun(findRun(what, runsFolder, workingDirectory), { data: values.data, mode }, request, {
        context,
        json,
        published: options['published'] === true,
        evaluator: evaluator === 'ams' ? undefined : evaluator,
        classes,
      });
    });
}

interface Output {
  readonly context: CommandContext;
  readonly json: boolean;
  readonly label?: string | undefined;
  readonly published?: boolean;
  /** Evaluator of another project whose table alone is wanted. */
  readonly evaluator?: ForeignEvaluatorName | undefined;
  /** Class of each app; null for no table by class. */
  readonly classes?: ReadonlyMap<string, string> | null;
}

async function classesOf(
  file: unknown,
  { workingDirectory, interrupted: signal }: CommandContext,
): Promise<ReadonlyMap<string, string> | null> {
  return typeof file === 'string' ? readAppClasses(resolve(workingDirectory, file), { signal }) : null;
}

/** @throws {UserError} since a gate needs to know which episodes were to be done, and a run made elsewhere does not say */
function refuseGate({ minSuccess, drop, junit }: GateRequest): void {
  if (minSuccess === null && drop === null && junit === null) return;
  throw new UserError('gates and --junit are for runs of Touchstone, not for runs made elsewhere', {
    hint: 'Read the results from `--json` instead.',
  });
}

/** `given` holds what flags change of how the run was asked for. */
async function scoreOwnRun(
  directory: string,
  given: Pick<Settings, 'data' | 'mode'>,
  gateAsked: GateRequest,
  { context, json, published, evaluator, classes }: Output,
): Promise<void> {
  const { workingDirectory, interrupted: signal } = context;
  const index = await indexRun(directory, { signal });
  const { planned } = index.start;
  const warnings =
    index.items.size < planned
      ? [
          `the run is not finished: ${index.items.size} of ${plural(planned, 'episode')} ${index.items.size === 1 ? 'is' : 'are'} done`,
        ]
      : [];
  printWarnings(warnings, context);
  await using benchmark = await openRunBenchmark(directory, {
    mode: given.mode,
    dataDirectory: given.data === null ? null : resolve(workingDirectory, given.data),
    signal,
  });
  const { run, identityHash, identity } = index.start;
  const gate = await prepareGate(gateAsked, { benchmark, identity }, { signal });
  const results: ScoredItem[] = [];
  const byClass = classes == null ? null : new ClassTallies(classes);
  const onResult = (result: ItemResult): void => {
    if (json) results.push(scoredItem(result));
    if (result.result.mode === benchmark.mode) byClass?.add(result);
  };
  const scored = await scoreAndTabulate(directory, benchmark, {
    ...(json || byClass !== null ? { onResult } : {}),
    published: published === true,
    signal,
  });
  printWarnings(scored.warnings, context);
  const chosen = evaluator === undefined ? scored.tables : onlyEvaluator(scored.tables, evaluator);
  const tables = byClass === null ? chosen : [...chosen, byClass.table(agentLabel(index))];
  const verdict = gate === null ? null : await gate.judge(directory, { isInterrupted: false, signal });
  const { name, split, dataHash, mode } = benchmark;
  const document = {
    formatVersion: 1,
    benchmark: name,
    split,
    dataHash,
    mode,
    run,
    identityHash,
    ...gateDocument(verdict),
    results,
    missing: missingItems(results),
    warnings: [...warnings, ...scored.warnings],
    tables: [...tables, ...(verdict?.tables ?? [])],
  } satisfies ScoreDocument;
  printTables(document.tables, { json, context, extra: document });
  if (verdict !== null) reportGate(verdict, context);
}

async function scoreElsewhere(
  name: string,
  settings: Settings,
  { context, json, label, published }: Output,
): Promise<void> {
  const { workingDirectory, interrupted } = context;
  if (settings.trajectories === null) {
    throw new UserError(`what should be scored for ${name}?`, {
      hint: 'Name the file or folder with the saved run with --trajectories.',
    });
  }
  const path = resolve(workingDirectory, settings.trajectories);
  if (!existsSync(path)) {
    throw new UserError(`${path} does not exist`, { hint: '--trajectories names a file or folder.' });
  }
  await using benchmark: Benchmark = await openBenchmark(name, settings, {
    workingDirectory,
    signal: interrupted,
  });
  const other: Mode = benchmark.mode === 'reference' ? 'corrected' : 'reference';
  const { results, missing, warnings } = await scoreSaved(benchmark, path, {
    modes: [benchmark.mode, other],
    signal: interrupted,
  });
  printWarnings(warnings, context);
  const tables = await tablesOfModes(
    benchmark,
    other,
    label ?? basename(path),
    (mode) => results.get(mode) ?? [],
    { published: published === true },
  );
  const { split, dataHash, mode } = benchmark;
  const document = {
    formatVersion: 1,
    benchmark: name,
    split,
    dataHash,
    mode,
    results: [...results.values()].flat().map(scoredItem),
    missing,
    warnings,
    tables,
  } satisfies ScoreDocument;
  printTables(tables, { json, context, extra: document });
}
