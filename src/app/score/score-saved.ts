import type { Benchmark, BenchmarkItem, SavedEpisode } from '../../benchmarks/benchmark.js';
import { outcomeOf, type Episode, type EpisodeEnd } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { EpisodeScores, ItemResult } from '../../domain/score.js';
import { endReasonOf } from '../../engine/failure.js';
import { scoreItem } from '../../engine/score-item.js';
import { DatasetError, TouchstoneError, UserError } from '../../errors.js';

export interface SavedScores {
  /** Item → results by mode. */
  readonly results: ReadonlyMap<Mode, readonly ItemResult[]>;
  /** Items that nobody recorded a run of. */
  readonly missing: readonly string[];
  readonly warnings: readonly string[];
}

/** Ends of runs made elsewhere were not recorded; what counts is what was done. */
export const SAVED_END: EpisodeEnd = { reason: 'agent_stop', message: 'recorded elsewhere' };

/**
 * Scores episodes recorded elsewhere in every asked mode. A record that cannot be read voids its own item.
 *
 * @throws {UserError} when the benchmark does not read foreign records
 * @throws {DatasetError} when nothing of what is there belongs to the benchmark
 */
export async function scoreSaved(
  benchmark: Benchmark,
  path: string,
  options: { readonly modes: readonly Mode[]; readonly signal: AbortSignal },
): Promise<SavedScores> {
  if (benchmark.savedRuns === undefined) {
    throw new UserError(`${benchmark.name} has no saved form that can be read`, {
      hint: 'Run the agent here, or replay its actions with `touchstone run … --agent replay`.',
    });
  }
  const items = new Map<string, BenchmarkItem>();
  for await (const item of benchmark.items.list()) items.set(item.id, item);
  const results = new Map<Mode, ItemResult[]>(options.modes.map((mode) => [mode, []]));
  const warnings: string[] = [];
  const recorded = new Set<string>();
  for await (const saved of benchmark.savedRuns.read(path, options)) {
    warnings.push(...warningsOf(saved));
    const item = saved.key === null ? undefined : items.get(saved.key.item);
    if (item === undefined) {
      if (saved.key !== null) warnings.push(`${saved.key.item}: the benchmark has no such task`);
      continue;
    }
    recorded.add(item.id);
    for (const mode of options.modes)
      results.get(mode)?.push(await resultOf(benchmark, item, saved, mode, options));
  }
  if (recorded.size === 0) {
    throw new DatasetError(`nothing here is a run of a task of ${benchmark.name}`, {
      place: { file: path },
      hint: "Name the folder that holds one folder per task, or a file of trajectories; see the benchmark's page in docs/.",
    });
  }
  for (const item of items.values()) {
    if (recorded.has(item.id)) continue;
    for (const mode of options.modes) results.get(mode)?.push(await missing(benchmark, item, mode, options));
  }
  return { results, missing: [...items.keys()].filter((id) => !recorded.has(id)), warnings };
}

function warningsOf(saved: SavedEpisode): string[] {
  const name = saved.key?.item ?? 'unknown task';
  if (saved.type === 'broken') return [`${name}: ${saved.error.message}`];
  return saved.warnings.map((warning) => `${name}: ${warning}`);
}

async function resultOf(
  benchmark: Benchmark,
  item: BenchmarkItem,
  saved: SavedEpisode,
  mode: Mode,
  { signal }: { readonly signal: AbortSignal },
): Promise<ItemResult> {
  const key = saved.key ?? { item: item.id, repeat: 0 };
  if (saved.type === 'broken') return voided(item, key, saved.error, mode);
  const episode: Episode = { key, trajectory: saved.trajectory, end: SAVED_END };
  try {
    const result = await scoreItem(benchmark, item, episode, mode, { signal });
    const steps = saved.trajectory.steps.filter(({ action }) => action !== null).length;
    return {
      key,
      task: item.task,
      end: SAVED_END,
      steps,
      outcome: outcomeOf(SAVED_END, result.success),
      result,
    };
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    return voided(item, key, error, mode);
  }
}

/**
 * A task nobody recorded a run of. The published scripts leave it out of some denominators and keep it in others, which
 * `not_run` tells them; the corrected rule counts it everywhere, as an attempt that did nothing. A task that cannot be
 * read is void, recorded or not.
 */
async function missing(
  benchmark: Benchmark,
  item: BenchmarkItem,
  mode: Mode,
  { signal }: { readonly signal: AbortSignal },
): Promise<ItemResult> {
  const key = { item: item.id, repeat: 0 };
  const none = { mode, scores: [], success: null, completion: null };
  const record = { key, task: item.task, steps: 0 };
  if (item.invalid !== undefined) {
    const fault = item.invalidBy ?? 'dataset';
    const end: EpisodeEnd = { reason: endReasonOf(fault), fault, message: item.invalid };
    return { ...record, end, outcome: outcomeOf(end, null), result: none };
  }
  const end: EpisodeEnd = { reason: 'invalid_task', message: 'no run of this task was recorded' };
  if (mode === 'reference') return { ...record, end, outcome: 'not_run', result: none };
  try {
    const episode: Episode = { key, trajectory: { steps: [] }, end };
    const result = await scoreItem(benchmark, item, episode, mode, { signal });
    return { ...record, end, outcome: outcomeOf(end, result.success), result };
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    return voided(item, key, error, mode);
  }
}

function voided(item: BenchmarkItem, key: Episode['key'], error: TouchstoneError, mode: Mode): ItemResult {
  const end: EpisodeEnd = {
    reason: 'invalid_task',
    fault: 'dataset',
    code: error.code,
    message: error.message,
  };
  const result: EpisodeScores = { mode, scores: [], success: null, completion: null };
  return { key, task: item.task, end, steps: 0, outcome: outcomeOf(end, null), result };
}
