import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { NAVIGATION } from '../../benchmarks/dimensions/navigation-row.js';
import { isVoided, itemKeyText, outcomeOf, type Episode } from '../../domain/episode.js';
import type { ItemResult } from '../../domain/score.js';
import type { Task } from '../../domain/task.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import { readEpisodes, type RecordedEpisode } from '../../formats/run/read-episodes.js';
import type { RunIndex } from '../../formats/run/run-index.js';
import { tallyAnswers, type UnreadablePlace } from '../../formats/run/tally-answers.js';
import { instructionFollowingTable } from '../../metrics/tables/instruction-following-table.js';
import { repairsTable } from '../../metrics/tables/repairs-table.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { coordinateMismatchTable } from '../../metrics/tables/coordinate-mismatch-table.js';
import type { Table } from '../../metrics/tables/table.js';
import { plannedResults } from './planned-results.js';

export interface AnswerTablesOptions {
  /** Agent's name in tables. */
  readonly agent: string;
  /** Hears of answers that could not be read as they were: how many of how many, and where the first is. */
  readonly onUnreadable?: (found: UnreadableAnswers) => void;
  readonly signal: AbortSignal;
}

/** Answers of a run that could not be read as they were. */
export interface UnreadableAnswers {
  readonly count: number;
  /** Answers in all. */
  readonly of: number;
  readonly first: UnreadablePlace;
}

/**
 * Tables about a run's answers, in addition to its scores: suspected coordinate mismatch, rates of repeated actions and
 * unreadable answers, what was repaired, and, for recorded episodes, the tables as they would be without repairs.
 */
export async function answerTables(
  index: RunIndex,
  benchmark: Benchmark,
  options: AnswerTablesOptions,
): Promise<readonly Table[]> {
  const screen = benchmark.world?.screen.bind(benchmark.world);
  const { repairs, spans, instructionFollowing, unreadable } = await tallyAnswers(index, {
    signal: options.signal,
    ...(screen === undefined ? {} : { screen }),
    // A question has one answer, and no way of going about it.
    ...(benchmark.items.protocol === 'question'
      ? { isGoneAbout: ({ tags }: Task): boolean => tags[0] === NAVIGATION }
      : {}),
  });
  if (unreadable !== null) {
    const { left, failed, repaired } = repairs.total;
    options.onUnreadable?.({ count: left + failed + repaired, of: repairs.answers, first: unreadable });
  }
  const results: ResultRow[] = [];
  const voided = new Set<string>();
  for await (const result of plannedResults(index, benchmark, { ...options, mode: benchmark.mode })) {
    const { key, outcome, steps } = result;
    // Some items are voided only when they are scored: they count nowhere.
    if (isVoided(outcome) && result.result.scores.length > 0) voided.add(itemKeyText(key));
    if (repairs.repairedItems.size > 0)
      results.push({ key, outcome, steps, completion: result.result.completion });
  }
  const endsOnError = benchmark.items.protocol !== 'stepwise' && index.start.identity.formatErrors === 'end';
  const tables = [
    coordinateMismatchTable(spans.findings()),
    instructionFollowingTable(
      instructionFollowing.filter(({ item }) => !voided.has(item)),
      {
        agent: options.agent,
        isRecorded: benchmark.items.protocol === 'stepwise',
        isWithoutModel: Object.keys(index.start.identity.models).length === 0,
      },
    ),
    repairsTable(repairs, results, { endsOnError }),
  ];
  const original =
    benchmark.items.protocol === 'stepwise' && repairs.repairedItems.size > 0
      ? await originalTables(index, benchmark, repairs.repairedItems, options)
      : [];
  return [...tables.filter((table) => table !== null), ...original];
}

/**
 * The benchmark's tables with every repaired answer counted as the unreadable one it was. Exact only where screens do not
 * depend on what is done, as in recorded episodes.
 *
 * Source: SPHINX paper, "Original": unreadable answers are wrong, and counted.
 */
async function originalTables(
  index: RunIndex,
  benchmark: Benchmark,
  repaired: ReadonlySet<string>,
  { agent, signal }: AnswerTablesOptions,
): Promise<readonly Table[]> {
  const { mode } = benchmark;
  const items = new Map<string, BenchmarkItem>();
  for await (const item of benchmark.items.list()) items.set(item.id, item);
  const screen = benchmark.world?.screen.bind(benchmark.world);
  const rescored = new Map<string, ItemResult['result']>();
  const episodes = readEpisodes(index, {
    items: repaired,
    signal,
    ...(screen === undefined ? {} : { screen }),
  });
  for await (const recorded of episodes) {
    const item = items.get(recorded.item.key.item);
    if (item === undefined) continue;
    const result = await benchmark.scorer.score(item, unrepaired(recorded), mode, { signal });
    rescored.set(itemKeyText(recorded.item.key), result);
  }
  const results = (async function* (): AsyncGenerator<ItemResult> {
    for await (const result of plannedResults(index, benchmark, { mode, signal })) {
      const original = rescored.get(itemKeyText(result.key));
      yield original === undefined
        ? result
        : { ...result, result: original, outcome: outcomeOf(result.end, original.success) };
    }
  })();
  const tables = await benchmark.scorer.tables(results, { agent: `${agent} (original answers)`, mode });
  return tables.map((table) => ({
    ...table,
    id: `${table.id}-original`,
    title: `${table.title}: original answers`,
    notes: [...table.notes, 'Original: every answer that was repaired counts as unreadable here.'],
  }));
}

/** The episode as it would have been judged without the repairing model. */
function unrepaired({ episode, record }: RecordedEpisode): Episode {
  const steps = episode.trajectory.steps.map((step, index): TrajectoryStep => {
    const decision = record.steps[index]?.decision?.decision;
    if (decision?.type !== 'action' || decision.repaired === undefined) return step;
    return { ...step, action: null, formatError: decision.repaired };
  });
  return { ...episode, trajectory: { steps } };
}
