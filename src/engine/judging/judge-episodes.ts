import { itemKeyText, type Episode, type ItemKey } from '../../domain/episode.js';
import type { Score } from '../../domain/score.js';
import type { Verdict } from '../../domain/scores/verdict.js';
import type { Task } from '../../domain/task.js';
import { faultOf, TouchstoneError } from '../../errors.js';
import type { JudgeCallLog } from '../../formats/run/judging/judge-call-log.js';
import { addCosts, NO_COST, type ModelCost } from '../../formats/run/model-cost.js';
import type { Judge } from '../../judges/judge.js';
import type { ModelRoles } from '../../models/model.js';
import { checkVerdict } from './check-verdict.js';
import { judgeContext } from './judge-context.js';

/** An episode to judge. */
export interface JudgedEpisode {
  readonly key: ItemKey;
  readonly task: Task;
  readonly episode: Episode;
  /** Why no judge is asked about it, where the benchmark says so; null where one is. */
  readonly whyNot: string | null;
  /** What the benchmark gives its own judges with the task (`Judging.material`). */
  readonly material?: unknown;
}

/** What a pass may use in all, earlier sessions included; null is no limit. */
export interface JudgingBudget {
  readonly tokens: number | null;
  readonly money: number | null;
}

export interface JudgeEpisodesOptions {
  readonly judge: Judge;
  readonly models: ModelRoles;
  readonly log: JudgeCallLog;
  /** Episodes at a time. */
  readonly concurrency: number;
  readonly budget: JudgingBudget;
  readonly language?: string;
  readonly signal: AbortSignal;
  /** Receives each verdict as it comes, in no order. */
  readonly onScore: (episode: JudgedEpisode, score: Score) => Promise<void>;
}

/** What a pass came to. */
export interface JudgingCounts {
  /** With a verdict, unknown ones included. */
  judged: number;
  unknown: number;
  notApplicable: number;
  /** Left for a later pass: the model could not be reached. */
  outages: number;
  /** Left for a later pass: the budget was spent. */
  unasked: number;
  /** Of this session. */
  cost: ModelCost;
  /** What the first outage said. */
  outage: string | null;
  /** That could not be put to the model: it rejects the request, or a picture cannot be read. */
  refused: number;
  /** What the first of them said. */
  refusal: string | null;
}

/** What a pass has come to before it began. */
export function noCounts(): JudgingCounts {
  return {
    judged: 0,
    unknown: 0,
    notApplicable: 0,
    outages: 0,
    unasked: 0,
    cost: NO_COST,
    outage: null,
    refused: 0,
    refusal: null,
  };
}

/** Episodes in a row that no model answered about; then the pass ends. */
const OUTAGES_IN_A_ROW = 8;

/**
 * Judges episodes, several at a time. An episode whose model is away is left for a later pass.
 *
 * @throws {TouchstoneError} that is not the model's, such as a wrong key; what was judged until then is kept
 */
export async function judgeEpisodes(
  episodes: AsyncIterable<JudgedEpisode>,
  options: JudgeEpisodesOptions,
): Promise<JudgingCounts> {
  const counts = noCounts();
  const source = episodes[Symbol.asyncIterator]();
  let inARow = 0;
  let failure: { readonly error: unknown } | null = null;
  // One asks the source at a time; an async generator queues the others.
  const work = async (): Promise<void> => {
    while (failure === null) {
      let next: IteratorResult<JudgedEpisode>;
      try {
        next = await source.next();
      } catch (error) {
        // Those that are under way come to their end first: what they asked is paid for.
        failure ??= { error };
        return;
      }
      if (next.done === true) return;
      if (failure !== null || inARow >= OUTAGES_IN_A_ROW) {
        counts.outages += failure === null ? 1 : 0;
        continue;
      }
      if (next.value.whyNot === null && isSpent(options)) {
        counts.unasked += 1;
        continue;
      }
      try {
        const score = await scoreOf(next.value, counts, options);
        inARow = 0;
        await options.onScore(next.value, score);
      } catch (error) {
        if (options.signal.aborted || !(error instanceof TouchstoneError)) {
          failure ??= { error };
          return;
        }
        if (faultOf(error) === 'model') {
          inARow += 1;
          counts.outages += 1;
          counts.outage ??= error.message;
        } else if (isOfEpisode(error)) {
          counts.refused += 1;
          counts.refusal ??= `${itemKeyText(next.value.key)}: ${error.message}`;
        } else {
          failure ??= { error };
          return;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, work));
  const failed = failure as { readonly error: unknown } | null;
  if (failed !== null) {
    await source.return?.();
    throw failed.error;
  }
  return counts;
}

/** Whether an error is about one episode alone: its picture, or what it comes to as a request. */
function isOfEpisode(error: TouchstoneError): boolean {
  return error.fault === 'dataset' || error.code === 'MODEL_REQUEST_REJECTED';
}

function isSpent({ budget: { tokens, money }, log: { cost } }: JudgeEpisodesOptions): boolean {
  if (tokens !== null && cost.inputTokens + cost.outputTokens >= tokens) return true;
  return money !== null && cost.costUsd >= money;
}

async function scoreOf(
  { key, task, episode, whyNot, material }: JudgedEpisode,
  counts: JudgingCounts,
  { judge, models, log, language, signal }: JudgeEpisodesOptions,
): Promise<Score> {
  const input = { task, episode, material, ...(language === undefined ? {} : { language }), signal };
  const reason = whyNot ?? judge.whyNot?.(input) ?? null;
  if (reason !== null) {
    counts.notApplicable += 1;
    return { status: 'not_applicable', reason };
  }
  const context = judgeContext({
    judge: judge.name,
    key,
    models,
    log,
    signal,
    onCall: ({ inputTokens, outputTokens, costUsd, fromCache }) => {
      counts.cost = addCosts(counts.cost, {
        calls: 1,
        cached: fromCache ? 1 : 0,
        inputTokens: inputTokens ?? 0,
        outputTokens: outputTokens ?? 0,
        costUsd: costUsd ?? 0,
        unpriced: costUsd === null ? 1 : 0,
      });
    },
  });
  const verdict = checkVerdict(await judge.judge(input, context), episode, judge.name);
  counts.judged += 1;
  if (verdict.outcome === 'unknown') counts.unknown += 1;
  return scoreOfVerdict(verdict);
}

/** A verdict as a score: its value is whether the task was done, and its details are the verdict. */
export function scoreOfVerdict(verdict: Verdict): Score {
  if (verdict.outcome === 'unknown') {
    return { status: 'unknown', reason: verdict.explanation, details: verdict };
  }
  return {
    status: 'scored',
    value: verdict.outcome === 'success' ? 1 : 0,
    explanation: verdict.explanation,
    steps: [...verdict.steps],
    details: verdict,
  };
}
