import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { oracleAgent } from '../agents/oracle/oracle.js';
import { randomAgent } from '../agents/random.js';
import type { Benchmark, BenchmarkDefinition } from '../benchmarks/benchmark.js';
import type { RecordedEntry, RecordedEpisodes } from '../domain/recorded-episode.js';
import { TouchstoneError, UserError } from '../errors.js';
import type { ExportSource } from '../exports/export-source.js';
import type { ParquetSource } from '../exports/parquet/export-parquet.js';
import { runEpisodes } from '../exports/sources/run-episodes.js';
import type { AttemptChoice } from '../exports/sources/run-episodes.js';
import { walkEpisodes } from '../exports/sources/walk-episodes.js';
import { indexRun } from '../formats/run/run-index.js';
import type { RunIndex } from '../formats/run/run-index.js';
import type { ResultRow } from '../metrics/result-row.js';
import { benchmarkDefinition } from './benchmarks.js';
import type { CommandContext } from './command-context.js';
import { scoredRows } from './ensure-scored.js';
import { hasRecordings, wholeSplit } from './lint-recordings.js';
import { printWarnings } from './output/print-warnings.js';
import { openBenchmark } from './prepare-run.js';
import { openRunBenchmark } from './run-benchmark.js';
import type { Settings } from './setting.js';

/** Who walks through worlds. */
export const WALKERS = ['oracle', 'random'] as const;
/** Sides of a dataset's split. */
export const PARTS = ['train', 'test', 'all'] as const;

/** What of each source is wanted. */
export interface SourceChoice {
  readonly attempts: AttemptChoice;
  readonly part: (typeof PARTS)[number] | null;
  readonly walker: (typeof WALKERS)[number];
  /** Walks per task. */
  readonly walks: number;
}

/** A source that is open; of a run also its index. */
export interface OpenedSource {
  readonly source: ExportSource;
  readonly run: RunIndex | null;
}

/** Sources of an export with what they hold open. */
export interface OpenedSources extends AsyncDisposable {
  readonly sources: readonly OpenedSource[];
  /** Episodes of all of them, null where nobody knows. */
  readonly count: number | null;
}

/**
 * Opens what an export is made from: a run by its folder or name, a benchmark by its name, or a world by its folder. Runs that
 * nobody scored are scored first.
 *
 * @throws {UserError} when there is nothing of a name, or no two sources can be told apart
 */
export async function openSources(
  names: readonly string[],
  settings: Settings,
  choice: SourceChoice,
  context: CommandContext,
): Promise<OpenedSources> {
  const held: Benchmark[] = [];
  const dispose = async (): Promise<void> => {
    for (const benchmark of held) await benchmark[Symbol.asyncDispose]();
  };
  try {
    const sources: OpenedSource[] = [];
    for (const name of names) {
      const directory = runFolder(name, settings, context);
      const opened =
        directory === null
          ? await openWorld(name, settings, choice, { context, held })
          : await openRun(directory, settings, choice, { context, held });
      sources.push(opened);
    }
    refuseTwice(sources);
    const counts = sources.map(({ source }) => source.count);
    const count = counts.includes(null) ? null : counts.reduce((sum: number, n) => sum + (n ?? 0), 0);
    return { sources, count, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** As Parquet tables take them: runs whole, whatever came of an attempt. */
export function parquetSources(sources: readonly OpenedSource[]): ParquetSource[] {
  return sources.map(({ source, run }) =>
    run === null ? { type: 'episodes', source } : { type: 'run', name: source.name, index: run },
  );
}

interface Opening {
  readonly context: CommandContext;
  /** Gets every benchmark as soon as it is open. */
  readonly held: Benchmark[];
}

async function openRun(
  directory: string,
  settings: Settings,
  { attempts }: SourceChoice,
  { context, held }: Opening,
): Promise<OpenedSource> {
  const signal = context.interrupted;
  const index = await indexRun(directory, { signal });
  const { identity, run } = index.start;
  const mode = settings.mode ?? identity.mode;
  const dataDirectory = settings.data === null ? null : resolve(context.workingDirectory, settings.data);
  let benchmark: Benchmark | null = null;
  try {
    benchmark = await openRunBenchmark(directory, { mode, dataDirectory, signal });
    held.push(benchmark);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    // Pictures of screens that were live are in the run itself.
    printWarnings([`${run}: without the pictures of its benchmark: ${error.message}`], context);
  }
  const known = benchmark === null ? {} : { benchmark };
  const rows: readonly ResultRow[] = await scoredRows(index, { mode, dataDirectory, signal, ...known });
  const screen = benchmark?.screen?.bind(benchmark);
  const source: ExportSource = {
    name: run,
    kind: 'run',
    count: rows.length,
    lowLevel: benchmark?.lowLevel ?? 'beside',
    history: 'own',
    language: identity.benchmark.language,
    episodes: (leaveOut) =>
      limited(
        runEpisodes(index, {
          choice: attempts,
          rows,
          ...(screen === undefined ? {} : { screen }),
          source: run,
          leaveOut,
          signal,
        }),
        settings.limit,
      ),
  };
  return { source, run: index };
}

async function openWorld(
  name: string,
  settings: Settings,
  choice: SourceChoice,
  { context, held }: Opening,
): Promise<OpenedSource> {
  const { workingDirectory, interrupted: signal } = context;
  const definition = sourceDefinition(name, settings, workingDirectory);
  if (definition.protocol !== 'stepwise') {
    const benchmark = await openBenchmark(name, settings, { workingDirectory, signal });
    held.push(benchmark);
    return { source: await walkedSource(benchmark, settings, choice, signal), run: null };
  }
  const whole = settings.split === null || choice.part !== 'test' ? wholeSplit(definition) : null;
  const benchmark = await openBenchmark(name, whole === null ? settings : { ...settings, split: whole }, {
    workingDirectory,
    signal,
  });
  held.push(benchmark);
  return { source: await recordedSource(benchmark, settings, choice, whole !== null), run: null };
}

/** @throws {UserError} for a name that is neither a run nor a benchmark nor a world, saying where each was looked for */
function sourceDefinition(
  name: string,
  { runs }: Pick<Settings, 'runs'>,
  workingDirectory: string,
): BenchmarkDefinition {
  try {
    return benchmarkDefinition(name, workingDirectory);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const folder = resolve(workingDirectory, name);
    throw new UserError(
      existsSync(folder)
        ? `${folder} is neither a run nor a world: it has no journal and no graph.json`
        : `there is no run, benchmark or world "${name}"`,
      {
        hint: `Runs are looked for in ${resolve(workingDirectory, runs)} (\`touchstone list runs\`) and by folder. ${error.hint ?? ''}`,
        cause: error,
      },
    );
  }
}

/** Recorded episodes: all, or those of one side of a split. Unless it is named, the side to train on. */
async function recordedSource(
  benchmark: Benchmark,
  { split, limit }: Settings,
  { part }: SourceChoice,
  isWhole: boolean,
): Promise<ExportSource> {
  const { name, lowLevel = 'beside' } = benchmark;
  if (!hasRecordings(benchmark)) {
    throw new UserError(`${name} has no recorded episodes to export`, {
      hint: 'Export a run of it instead: touchstone export FORMAT RUN.',
    });
  }
  const side = part ?? 'train';
  const ids =
    !isWhole || split === null || split === 'all' || side === 'all'
      ? null
      : await idsOf(benchmark, split, side);
  const known = ids === null ? (benchmark.recordingCount ?? null) : ids.size;
  return {
    name: split === null ? name : `${name}-${split}`,
    kind: 'dataset',
    count: known === null ? limit : Math.min(known, limit ?? known),
    lowLevel,
    history: 'recorded',
    language: null,
    episodes: () =>
      limited(ids === null ? benchmark.recordings() : chosen(benchmark.recordings(), ids), limit),
  };
}

async function idsOf(
  benchmark: Benchmark,
  split: string,
  side: 'train' | 'test',
): Promise<ReadonlySet<string>> {
  const splits = (await benchmark.recordedSplits?.()) ?? [];
  const found = splits.find(({ name }) => name === split);
  if (found !== undefined) return new Set(found[side]);
  throw new UserError(`${benchmark.name} has no split file for "${split}"`, {
    hint:
      splits.length === 0
        ? 'Leave --split out for all episodes; --validation keeps some of them aside.'
        : `It has ${splits.map(({ name }) => name).join(', ')}.`,
  });
}

async function walkedSource(
  benchmark: Benchmark,
  { language, seed, maxSteps, limit }: Settings,
  { walker, walks }: SourceChoice,
  signal: AbortSignal,
): Promise<ExportSource> {
  const isOracle = walker === 'oracle';
  let tasks = 0;
  for await (const _ of benchmark.items()) tasks += 1;
  const name = isOracle ? benchmark.name : `${benchmark.name}-${walker}`;
  const count = tasks * walks;
  return {
    name,
    kind: 'world',
    count: Math.min(count, limit ?? count),
    lowLevel: 'beside',
    history: 'own',
    language,
    episodes: (leaveOut) =>
      limited(
        walkEpisodes(benchmark, {
          agent: isOracle ? oracleAgent() : randomAgent({ target: 'node' }),
          walks,
          maxSteps,
          onlyPassed: isOracle,
          language,
          seed,
          source: name,
          leaveOut,
          signal,
        }),
        limit,
      ),
  };
}

/** Folder of a run that was named by path or by name below the folder of runs; null when it is none. */
function runFolder(name: string, { runs }: Settings, { workingDirectory }: CommandContext): string | null {
  const folders = [resolve(workingDirectory, name), join(resolve(workingDirectory, runs), name)];
  return folders.find(holdsJournal) ?? null;
}

function holdsJournal(folder: string): boolean {
  return existsSync(folder) && namesIn(folder).some((name) => /^journal-.*\.jsonl$/.test(name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function* limited(entries: RecordedEpisodes, limit: number | null): AsyncGenerator<RecordedEntry> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const entry of entries) {
    yield entry;
    left -= 1;
    if (left <= 0) return;
  }
}

async function* chosen(entries: RecordedEpisodes, ids: ReadonlySet<string>): AsyncGenerator<RecordedEntry> {
  for await (const entry of entries) {
    if (ids.has(entry.type === 'episode' ? entry.episode.id : entry.id)) yield entry;
  }
}

function refuseTwice(sources: readonly OpenedSource[]): void {
  const names = sources.map(({ source }) => source.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new UserError(`${twice} is named twice`, { hint: 'Name each run and benchmark once.' });
}
