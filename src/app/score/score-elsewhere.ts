import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import type { ElsewhereRequest, ScoredElsewhere } from '../../benchmarks/elsewhere-scorer.js';
import type { Mode } from '../../domain/mode.js';
import { UserError } from '../../errors.js';
import { countScoredItems } from '../../formats/results/count-scored-items.js';
import type { ScoreDocument } from '../../formats/results/score-document.js';
import { resultRow } from '../../metrics/result-row.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';
import { runRates } from '../../report/summary/run-rates.js';
import { answerReader } from './answer-reader.js';
import { benchmarksWithViews } from './benchmarks-with-views.js';
import { openBenchmark, refuseUnknownOptions } from '../run/prepare-run.js';
import { tablesOfModes } from '../results/run-tables.js';
import { refusePublished } from './refuse-published.js';
import { scorePredictions } from './score-predictions.js';
import { scoreSaved } from './score-saved.js';
import { scoredItem } from './scored-items.js';
import type { Settings } from '../settings/setting.js';

export interface ScoreElsewhereOptions {
  readonly settings: Settings;
  /** File of predictions of recorded episodes; null where trajectories are scored. */
  readonly predictions: string | null;
  readonly label: string | null;
  readonly published: boolean;
  readonly evaluator: string | null;
  readonly appClasses: ReadonlyMap<string, string> | null;
  /** Whether the document lists each item. */
  readonly listsItems: boolean;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
}

/**
 * Scores what was run or predicted elsewhere, in both modes: in a form of the benchmark's own where it has one, else in
 * ours.
 *
 * @throws {UserError | DatasetError} for what the benchmark does not take, or cannot be read as a whole
 */
export async function scoreElsewhere(
  definition: BenchmarkDefinition,
  options: ScoreElsewhereOptions,
): Promise<ScoredElsewhere> {
  const { name, elsewhere, protocol } = definition;
  const { predictions, settings, workingDirectory } = options;
  refusePublished(definition, options.published);
  refuseViews(definition, options);
  refuseUnknownOptions(definition, settings.benchmarkOptions);
  if (predictions !== null) {
    const file = resolve(workingDirectory, predictions);
    if (elsewhere?.scorePredictions !== undefined) {
      return elsewhere.scorePredictions({ ...requestOf(name, options), path: file });
    }
    if (protocol === 'stepwise') return scorePredictions(name, file, settings, options);
    const takers = [...BENCHMARKS.values()].filter((one) => one.protocol === 'stepwise');
    throw new UserError(`${name} takes no --predictions`, {
      hint: `They are for recorded datasets: ${takers.map((taker) => taker.name).join(', ')}.`,
    });
  }
  const { trajectories } = settings;
  const path = trajectories === null ? null : resolve(workingDirectory, trajectories);
  if (elsewhere?.scoreTrajectories !== undefined) {
    return elsewhere.scoreTrajectories({ ...requestOf(name, options), path });
  }
  return scoreTrajectories(name, path, options);
}

/** @throws {UserError} for another evaluator, or a table by class, that the benchmark does not have */
function refuseViews(
  { name, views }: BenchmarkDefinition,
  { evaluator, appClasses }: Pick<ScoreElsewhereOptions, 'evaluator' | 'appClasses'>,
): void {
  const having = benchmarksWithViews().map((one) => one.name);
  const hint = `It is for ${having.join(', ')}.`;
  if (evaluator !== null && views?.evaluators.includes(evaluator) !== true) {
    throw new UserError(`${name} takes no --evaluator ${evaluator}`, { hint });
  }
  if (appClasses !== null && views === undefined) {
    throw new UserError(`${name} takes no --app-classes`, { hint });
  }
}

function requestOf(name: string, options: ScoreElsewhereOptions): Omit<ElsewhereRequest, 'path'> {
  const { settings, workingDirectory, ...rest } = options;
  const { data, mode, split, level, benchmarkOptions } = settings;
  return {
    ...rest,
    dataDirectory: data === null ? null : resolve(workingDirectory, data),
    mode,
    split,
    level,
    options: benchmarkOptions,
    answerReader: (of) => answerReader(settings, { name, mode: of }, workingDirectory),
  };
}

/** A saved run that the benchmark reads as episodes. */
async function scoreTrajectories(
  name: string,
  path: string | null,
  { settings, label, published, workingDirectory, signal }: ScoreElsewhereOptions,
): Promise<ScoredElsewhere> {
  if (path === null) {
    throw new UserError(`what should be scored for ${name}?`, {
      hint: 'Name the file or folder with the saved run with --trajectories.',
    });
  }
  if (!existsSync(path)) {
    throw new UserError(`${path} does not exist`, { hint: '--trajectories names a file or folder.' });
  }
  await using benchmark = await openBenchmark(name, settings, { workingDirectory, signal });
  const other: Mode = benchmark.mode === 'reference' ? 'corrected' : 'reference';
  const { results, missing, warnings } = await scoreSaved(benchmark, path, {
    modes: [benchmark.mode, other],
    signal,
  });
  const tables = await tablesOfModes(
    benchmark,
    other,
    label ?? basename(path),
    (mode) => results.get(mode) ?? [],
    { published },
  );
  const { split, dataHash, mode } = benchmark;
  const scoredItems = [...results.values()].flat().map(scoredItem);
  const document = {
    formatVersion: 1,
    benchmark: name,
    split,
    dataHash,
    mode,
    rates:
      benchmark.items.protocol === 'question' ? null : runRates((results.get(mode) ?? []).map(resultRow)),
    ...countScoredItems(scoredItems),
    results: scoredItems,
    missing,
    warnings,
    tables,
  } satisfies ScoreDocument;
  return { tables, warnings, document };
}
