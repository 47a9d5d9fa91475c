import { plural } from '../../domain/text/plural.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Mode } from '../../domain/mode.js';
import type { ItemResult } from '../../domain/score.js';
import { UserError } from '../../errors.js';
import { countScoredItems } from '../../formats/results/count-scored-items.js';
import type { ScoreDocument, ScoredItem } from '../../formats/results/score-document.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { judgePasses } from '../../formats/run/scores/judge-verdicts.js';
import type { Table } from '../../metrics/tables/table.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';
import { gateDocument, prepareGate, type GateVerdict } from '../gate/gate.js';
import type { GateRequest } from '../gate/gate-request.js';
import { evaluatorPass } from '../../engine/evaluator-pass.js';
import type { ScoringPass } from '../../engine/score-run.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from '../run/open-registry.js';
import { openOfRun } from '../run/run-benchmark.js';
import { agentLabel } from '../results/agent-label.js';
import { scoreAndTabulate } from '../results/run-tables.js';
import { refusePublished } from './refuse-published.js';
import { missingItems, scoredItem } from './scored-items.js';

export interface ScoreRunAgainOptions {
  /** Folder of the data where it is no longer the one the run was made with; absolute. */
  readonly dataDirectory: string | null;
  /** null is the run's own. */
  readonly mode: Mode | null;
  readonly gate: GateRequest;
  /** Whether the document lists each item. */
  readonly listsItems: boolean;
  readonly published: boolean;
  /**
   * Who scores: a rule whose table alone is wanted, or an evaluator of a plug-in, which scores the run in addition to
   * the benchmark's own rules; null for the benchmark's own tables.
   */
  readonly evaluator: string | null;
  /** Name of the judge's pass that decides success, where the benchmark leaves it to a judge; null for the newest. */
  readonly judgedBy: string | null;
  /** Plug-ins that the user named in this call. */
  readonly plugins: readonly string[];
  /** Absolute; where the files of plug-ins start from. */
  readonly workingDirectory: string;
  /** Class of each app; null for no table by class. */
  readonly appClasses: ReadonlyMap<string, string> | null;
  /** Receives, before the scoring, what the reader should know. */
  readonly onWarnings: (warnings: readonly string[]) => void;
  readonly signal: AbortSignal;
}

/** What scoring a run gave. */
export interface RescoredRun {
  readonly tables: readonly Table[];
  readonly document: ScoreDocument;
  readonly verdict: GateVerdict | null;
}

/**
 * Scores a run of Touchstone once more, without running anything.
 *
 * @throws {UserError | DatasetError} when its benchmark cannot be opened, or there is no such evaluator
 */
export async function scoreRunAgain(directory: string, options: ScoreRunAgainOptions): Promise<RescoredRun> {
  const { evaluator, appClasses, listsItems, onWarnings, signal } = options;
  const index = await indexRun(directory, { signal });
  const { run, identityHash, identity, planned } = index.start;
  const done = index.items.size;
  const unfinished =
    done < planned
      ? [
          `the run is not finished: ${done} of ${plural(planned, 'episode')} ${done === 1 ? 'is' : 'are'} done`,
        ]
      : [];
  onWarnings(unfinished);
  const views = BENCHMARKS.get(identity.benchmark.name)?.views;
  const whose = [...BENCHMARKS.values()].find(
    (one) => one.views?.evaluators.includes(evaluator ?? '') === true,
  );
  if (whose !== undefined && whose.views !== views) {
    throw new UserError(`runs of ${identity.benchmark.name} take no --evaluator ${evaluator}`, {
      hint: `That is a rule of ${whose.name}.`,
    });
  }
  const pass =
    evaluator === null || views?.evaluators.includes(evaluator) === true
      ? null
      : await evaluatorPassOf(evaluator, options);
  const isForeign = evaluator !== null && pass === null && evaluator !== views?.evaluators[0];
  if (appClasses !== null && views === undefined) {
    throw new UserError(`runs of ${identity.benchmark.name} take no --app-classes`);
  }
  const opened = await openOfRun(directory, {
    mode: options.mode,
    dataDirectory: options.dataDirectory,
    signal,
  });
  await using benchmark = opened.benchmark;
  refusePublished(opened.definition, options.published);
  await requireJudge(index, options.judgedBy, { benchmark, signal });
  const gate = await prepareGate(options.gate, { benchmark, identity }, { signal });
  const results: ScoredItem[] = [];
  const byClass = appClasses === null ? null : (views?.byAppClass(appClasses) ?? null);
  const byEvaluator = isForeign ? (views?.byEvaluator(evaluator) ?? null) : null;
  const onResult = (result: ItemResult): void => {
    if (listsItems) results.push(scoredItem(result));
    if (result.result.mode !== benchmark.mode) return;
    byClass?.add(result);
    byEvaluator?.add(result);
  };
  const scored = await scoreAndTabulate(directory, benchmark, {
    ...(listsItems || byClass !== null || byEvaluator !== null ? { onResult } : {}),
    ...(pass === null ? {} : { pass }),
    ...(options.judgedBy === null ? {} : { judgedBy: options.judgedBy }),
    published: options.published,
    signal,
  });
  onWarnings(scored.warnings);
  const chosen = byEvaluator?.tables(scored.tables) ?? scored.tables;
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
    rates: scored.rates,
    ...countScoredItems(results),
    results,
    missing: missingItems(results),
    warnings: [...unfinished, ...scored.warnings],
    tables: [
      ...chosen,
      ...(byClass === null ? [] : [byClass.table(agentLabel(index))]),
      ...(verdict?.tables ?? []),
    ],
  } satisfies ScoreDocument;
  return { tables: document.tables, document, verdict };
}

/** @throws {UserError} where the benchmark takes no judge, or the run has no such pass */
async function requireJudge(
  index: RunIndex,
  judgedBy: string | null,
  { benchmark, signal }: { readonly benchmark: Benchmark; readonly signal: AbortSignal },
): Promise<void> {
  if (judgedBy === null) return;
  if (benchmark.judging === undefined) {
    throw new UserError(`runs of ${benchmark.name} take no --judged-by: rules decide`, {
      hint: 'Judges stand next to the rules, in the table of other evaluators.',
    });
  }
  const passes = (await judgePasses(index, { signal })).map(({ pass }) => pass);
  if (passes.includes(judgedBy)) return;
  throw new UserError(`the run has no judge's pass "${judgedBy}"`, {
    hint: passes.length === 0 ? 'Judge it first: touchstone judge RUN' : `It has ${passes.join(', ')}.`,
  });
}

async function evaluatorPassOf(
  evaluator: string,
  { plugins, workingDirectory }: ScoreRunAgainOptions,
): Promise<ScoringPass> {
  const registry = await openRegistry(namedPlugins({ plugins, evaluator }, null), { workingDirectory });
  return evaluatorPass(registry.evaluator(evaluator));
}
