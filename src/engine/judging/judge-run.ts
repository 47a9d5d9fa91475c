import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { itemKeyText } from '../../domain/episode.js';
import { canonicalJson, sha256 } from '../../formats/run/canonical-json.js';
import { EventFileWriter } from '../../formats/run/journal/event-file-writer.js';
import { RUN_FORMAT_VERSION } from '../../formats/run/journal/event.js';
import { openJudgeCallLog } from '../../formats/run/judging/judge-call-log.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { listPassFiles, nextScoreFile, readScoreFile, readScoreStart } from '../../formats/run/run-folder.js';
import { indexRun, isVoidEnd, type IndexedItem, type RunIndex } from '../../formats/run/run-index.js';
import { RunLock } from '../../formats/run/run-lock.js';
import { scoredItem } from '../../formats/run/scores/pass-scores.js';
import type { ScoreFileEvent, ScorePass } from '../../formats/run/scores/score-event.js';
import type { Judge } from '../../judges/judge.js';
import type { ModelRoles } from '../../models/model.js';
import { requireSameData } from '../score-run.js';
import {
  judgeEpisodes,
  noCounts,
  type JudgedEpisode,
  type JudgingBudget,
  type JudgingCounts,
} from './judge-episodes.js';

export interface JudgeRunOptions {
  readonly judge: Judge;
  /** By the judge's roles. */
  readonly models: ModelRoles;
  /** Name of the pass: its scores replace earlier ones of the same name alone. */
  readonly pass: string;
  /** Version of Touchstone. */
  readonly touchstone: string;
  readonly concurrency: number;
  readonly budget: JudgingBudget;
  readonly signal: AbortSignal;
  /** Callback with the number of episodes done so far, of those to be done. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** What a judge's pass over a run did. */
export interface JudgingSummary extends JudgingCounts {
  /** The score file that it wrote; null where there was nothing left to do. */
  readonly file: string | null;
  readonly pass: string;
  /** SHA-256 of the judge's identity. */
  readonly judge: string;
  /** Judged by the same judge in an earlier pass. */
  readonly kept: number;
  /** Voided by a failure: there is nothing to judge. */
  readonly voided: number;
}

/** Everything that can change a verdict of a judge: name, version, prompts, rubric, options, models. */
export function judgeIdentity(judge: Judge, models: ModelRoles): Readonly<Record<string, unknown>> {
  const { name, version, roles, identity } = judge;
  return {
    ...identity,
    name,
    version,
    models: Object.fromEntries(roles.map((role) => [role, models[role]?.identity ?? null])),
  };
}

/** SHA-256 of a judge's identity. */
export function judgeHash(identity: Readonly<Record<string, unknown>>): string {
  return sha256(canonicalJson(identity));
}

/**
 * Judges what a run has done so far, from its journal, in a pass of its own. What the same judge has judged is not judged
 * again; what it asked is not asked again.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError} from reading the run
 * @throws {RunDiffersError} when the benchmark is not the one that was run
 * @throws {RunLockedError} when another process judges in the same pass
 */
export async function judgeRun(
  directory: string,
  benchmark: Benchmark,
  options: JudgeRunOptions,
): Promise<JudgingSummary> {
  const { judge, models, pass, signal } = options;
  const index = await indexRun(directory, { signal });
  const { identity, identityHash, run } = index.start;
  requireSameData(identity.benchmark, benchmark, directory);
  await using _lock = await RunLock.acquire(directory, { writer: `judge-${encodeURIComponent(pass)}` });
  const of = judgeIdentity(judge, models);
  const hash = judgeHash(of);
  const before = await judgedBefore(index, pass, hash, signal);
  const ended = [...index.items.values()];
  const voided = ended.filter(({ end }) => isVoidEnd(end)).length;
  const due = ended.filter((item) => !isVoidEnd(item.end) && !before.items.has(itemKeyText(item.key)));
  const common = { pass, judge: hash, kept: before.items.size, voided };
  if (due.length === 0 && before.isNewest) {
    return { ...common, ...noCounts(), file: null };
  }
  await using log = await openJudgeCallLog(directory, { judged: identityHash, pass, signal });
  const file = await nextScoreFile(directory, pass);
  const at = (): string => new Date().toISOString();
  const { name, version, dataHash, mode } = benchmark;
  const scorePass: ScorePass = {
    name: pass,
    version: judge.version,
    judge: { hash, identity: JSON.parse(canonicalJson(of)) as Record<string, never> },
  };
  const start = {
    type: 'score-start' as const,
    at: at(),
    formatVersion: RUN_FORMAT_VERSION as typeof RUN_FORMAT_VERSION,
    run,
    identityHash,
    touchstone: options.touchstone,
    benchmark: { name, version, dataHash },
    modes: [mode],
    pass: scorePass,
  };
  // Begun with its first score: a pass that scored nothing is none.
  let begun: Promise<EventFileWriter<ScoreFileEvent>> | null = null;
  const scores = (): Promise<EventFileWriter<ScoreFileEvent>> =>
    (begun ??= EventFileWriter.create<ScoreFileEvent>(file, start));
  await using _closing = {
    [Symbol.asyncDispose]: async () => {
      await (await begun)?.[Symbol.asyncDispose]();
    },
  };
  let done = 0;
  const counts = await judgeEpisodes(episodesOf(index, benchmark, due, signal), {
    ...options,
    log,
    ...(identity.benchmark.language === null ? {} : { language: identity.benchmark.language }),
    onScore: async ({ key }, score) => {
      const item = index.items.get(itemKeyText(key));
      if (item === undefined) return;
      const result = {
        mode,
        scores: [{ evaluator: pass, version: judge.version, mode, score }],
        success: null,
        completion: null,
      };
      const writer = await scores();
      writer.append({ type: 'score', at: at(), ...key, writer: item.writer, attempt: item.attempt, result });
      await writer.commit();
      options.onProgress?.((done += 1), due.length);
    },
  });
  if (done === 0) return { ...common, ...counts, file: null };
  const writer = await scores();
  writer.append({ type: 'score-end', at: at(), scored: done });
  await writer.commit();
  return { ...common, ...counts, file };
}

/** Items that the same judge has scored already, in the attempt that counts. */
async function judgedBefore(
  index: RunIndex,
  pass: string,
  hash: string,
  signal: AbortSignal,
): Promise<{ readonly items: ReadonlySet<string>; readonly isNewest: boolean }> {
  const items = new Set<string>();
  let isNewest = false;
  for (const files of await listPassFiles(index.directory)) {
    for (const file of files) {
      const start = await readScoreStart(file, { signal });
      if (start?.pass?.name !== pass) break;
      isNewest = start.pass.judge?.hash === hash;
      if (!isNewest) continue;
      for await (const { event } of readScoreFile(file, { signal })) {
        if (event.type === 'score' && scoredItem(index, event) !== undefined) items.add(itemKeyText(event));
      }
    }
  }
  return { items, isNewest };
}

async function* episodesOf(
  index: RunIndex,
  benchmark: Benchmark,
  due: readonly IndexedItem[],
  signal: AbortSignal,
): AsyncGenerator<JudgedEpisode> {
  if (due.length === 0) return;
  const items = new Map<string, BenchmarkItem>();
  for await (const item of benchmark.items.list()) items.set(item.id, item);
  const screen = benchmark.world?.screen.bind(benchmark.world);
  const keys = new Set(due.map(({ key }) => itemKeyText(key)));
  const reading = { items: keys, signal, ...(screen === undefined ? {} : { screen }) };
  for await (const { item, task, episode } of readEpisodes(index, reading)) {
    const known = items.get(item.key.item);
    const whyNot = known === undefined ? null : (benchmark.judging?.whyNot(known, episode) ?? null);
    const material = known === undefined ? undefined : benchmark.judging?.material?.(known);
    yield { key: item.key, task, episode, whyNot, material };
  }
}
