import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BenchmarkDefinition, BenchmarkItem } from '../../benchmarks/benchmark.js';
import type { SavedDemonstration } from '../../benchmarks/elsewhere-scorer.js';
import { itemKeyText } from '../../domain/episode.js';
import { TouchstoneError, UserError } from '../../errors.js';
import { openBenchmark } from '../run/prepare-run.js';
import { SAVED_END } from '../score/score-saved.js';
import type { Settings } from '../settings/setting.js';
import { instructionIn, type NamedDemonstration } from './learn-documents.js';

export interface SavedDemonstrationsOptions {
  /** Runs that do not solve their task as well. */
  readonly all: boolean;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
}

/**
 * Runs that somebody made elsewhere, as the benchmark reads them, and that solve their task by its rules; all that can be
 * read where `all` is set.
 *
 * @throws {UserError} when the benchmark reads none, or none solves its task
 */
export async function* savedDemonstrations(
  definition: BenchmarkDefinition,
  settings: Settings,
  { all, workingDirectory, signal }: SavedDemonstrationsOptions,
): AsyncGenerator<NamedDemonstration> {
  const { data, mode, split, trajectories } = settings;
  const path = resolve(workingDirectory, trajectories ?? '');
  if (!existsSync(path)) {
    throw new UserError(`${path} does not exist`, { hint: '--trajectories names a file or folder.' });
  }
  const dataDirectory = data === null ? null : resolve(workingDirectory, data);
  const saved =
    definition.elsewhere?.demonstrations?.({ path, dataDirectory, mode, split, signal }) ??
    savedEpisodes(definition, settings, { path, workingDirectory, signal });
  let given = 0;
  for await (const { key, instruction, trajectory, success } of saved) {
    if (!all && success !== true) continue;
    given += 1;
    yield { name: itemKeyText(key), instruction, trajectory };
  }
  if (given > 0) return;
  throw new UserError(`no run in ${path} solves its task`, {
    hint: 'Learn from those that do not as well with --all-episodes.',
  });
}

/** Runs in the form that the benchmark reads as episodes, scored by it; those that cannot be read are left out. */
async function* savedEpisodes(
  { name }: BenchmarkDefinition,
  settings: Settings,
  {
    path,
    workingDirectory,
    signal,
  }: { readonly path: string; readonly workingDirectory: string; readonly signal: AbortSignal },
): AsyncGenerator<SavedDemonstration> {
  await using benchmark = await openBenchmark(name, settings, { workingDirectory, signal });
  if (benchmark.savedRuns === undefined) {
    throw new UserError(`${benchmark.name} has no saved form that can be read`, {
      hint: 'Learn from a run instead: `touchstone documents RUN --demonstrations`.',
    });
  }
  const items = new Map<string, BenchmarkItem>();
  for await (const item of benchmark.items.list()) items.set(item.id, item);
  for await (const saved of benchmark.savedRuns.read(path, { signal })) {
    const item = saved.key === null ? undefined : items.get(saved.key.item);
    if (saved.type === 'broken' || item === undefined) continue;
    const { key, trajectory } = saved;
    const success = await benchmark.scorer
      .score(item, { key, trajectory, end: SAVED_END }, benchmark.mode, { signal })
      .then((scores) => scores.success)
      .catch((error: unknown) => {
        if (error instanceof TouchstoneError && error.fault !== 'bug') return null;
        throw error;
      });
    yield { key, instruction: instructionIn(item.task, null), trajectory, success };
  }
}
