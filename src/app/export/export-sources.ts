import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { oracleAgent } from '../../agents/oracle/oracle.js';
import { randomAgent } from '../../agents/baselines/random.js';
import type { Benchmark, BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import type {
  RecordedEntry,
  RecordedEpisodes,
  RecordedSplit,
} from '../../domain/recordings/recorded-episode.js';
import { episodeOfRecording } from '../../builder/record/episode-of-recording.js';
import { keyedSample } from '../../domain/collections/keyed-sample.js';
import { requireOneChoice } from '../run/select-items.js';
import { namesBelow } from '../results/find-run.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { DatasetError, TouchstoneError, UserError } from '../../errors.js';
import type { ExportSource } from '../../exports/export-source.js';
import type { LeaveOut } from '../../exports/training/left-out.js';
import type { TableSource } from '../../exports/tables/write-tables.js';
import { runEpisodes, type AttemptChoice } from '../../exports/sources/run-episodes.js';
import { walkEpisodes } from '../../exports/sources/walk-episodes.js';
import { isHandRecording, readHandRecording } from '../../formats/recording/read-hand-recording.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import type { ResultRow } from '../../metrics/result-row.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from '../run/open-registry.js';
import type { AppContext, OnWarnings } from '../app-context.js';
import { scoredRows } from '../results/ensure-scored.js';
import { annotationFolder, openAnnotated } from './annotated-source.js';
import { wholeSplit } from '../lint/lint-recordings.js';
import { openBenchmark } from '../run/prepare-run.js';
import { openRunBenchmark } from '../run/run-benchmark.js';
import type { Settings } from '../settings/setting.js';

/** Who walks through worlds. */
export const WALKERS = ['oracle', 'random'] as const;
/** Sides of a dataset's split. */
export const PARTS = ['train', 'validation', 'test', 'all'] as const;
type SourcePart = (typeof PARTS)[number];

/** What of each source is wanted. */
export interface SourceChoice {
  readonly attempts: AttemptChoice;
  readonly part: SourcePart | null;
  readonly walker: (typeof WALKERS)[number];
  /** Walks per task. */
  readonly walks: number;
}

/** Who opens sources, and who hears what is missing of them. */
export interface SourceContext extends AppContext {
  readonly onWarnings: OnWarnings;
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
 * Opens what an export is made from: a run by its folder or name, a benchmark by its name, a world or a recording made by hand
 * by its folder, or annotations of such sources. Runs that nobody scored are scored first.
 *
 * @throws {UserError} when there is nothing of a name, or two sources cannot be distinguished
 */
export async function openSources(
  names: readonly string[],
  settings: Settings,
  choice: SourceChoice,
  context: SourceContext,
): Promise<OpenedSources> {
  requireOneChoice(settings);
  const held: AsyncDisposable[] = [];
  const dispose = async (): Promise<void> => {
    for (const one of held) await one[Symbol.asyncDispose]();
  };
  try {
    const sources: OpenedSource[] = [];
    for (const name of names) {
      const annotated = annotationFolder(name, context.workingDirectory);
      if (annotated !== null) {
        const made = await openAnnotated(
          annotated,
          settings,
          ({ sources: inner, choice: chosen }, values) =>
            openSources(inner, values, chosen, {
              ...context,
              workingDirectory: annotated,
            }),
          { signal: context.interrupted },
        );
        held.push(made.opened);
        sources.push({ source: made.source, run: null });
        continue;
      }
      const recording = recordingFolder(name, context);
      const directory = recording === null ? runFolder(name, settings, context) : null;
      const opened =
        recording !== null
          ? { source: recordingSource(recording, context), run: null }
          : directory === null
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

/** As Parquet tables take them: whole runs, with every attempt. */
export function tableSources(sources: readonly OpenedSource[]): TableSource[] {
  return sources.map(({ source, run }) =>
    run === null ? { type: 'episodes', source } : { type: 'run', name: source.name, index: run },
  );
}

/** A recording made by hand in a folder of that name; null where it is none. */
function recordingFolder(name: string, { workingDirectory }: SourceContext): string | null {
  const folder = resolve(workingDirectory, name);
  return isHandRecording(folder) ? folder : null;
}

/** What a person recorded by hand, as an episode. */
function recordingSource(folder: string, { interrupted: signal }: SourceContext): ExportSource {
  return {
    name: basename(folder),
    kind: 'dataset',
    count: 1,
    lowLevel: 'beside',
    history: 'recorded',
    language: null,
    async *episodes() {
      try {
        const recording = await readHandRecording(folder, { signal });
        yield { type: 'episode' as const, episode: await episodeOfRecording(recording, { signal }) };
      } catch (error) {
        if (!(error instanceof DatasetError)) throw error;
        yield { type: 'broken' as const, id: basename(folder), error };
      }
    },
  };
}

interface Opening {
  readonly context: SourceContext;
  /** Gets everything as soon as it is open. */
  readonly held: AsyncDisposable[];
}

async function openRun(
  directory: string,
  settings: Settings,
  { attempts }: SourceChoice,
  { context, held }: Opening,
): Promise<OpenedSource> {
  const { interrupted: signal, onWarnings } = context;
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
    onWarnings([`${run}: without the pictures of its benchmark: ${error.message}`]);
  }
  const known = benchmark === null ? {} : { benchmark };
  const rows: readonly ResultRow[] = await scoredRows(index, { mode, dataDirectory, signal, ...known });
  const screen = benchmark?.world?.screen.bind(benchmark.world);
  const source: ExportSource = {
    name: run,
    kind: 'run',
    count: rows.length,
    lowLevel: benchmark?.recordings?.lowLevel ?? 'beside',
    history: 'own',
    language: identity.benchmark.language,
    episodes: (leaveOut) =>
      drawn(
        (left) =>
          runEpisodes(index, {
            choice: attempts,
            rows,
            ...(screen === undefined ? {} : { screen }),
            source: run,
            leaveOut: left,
            signal,
          }),
        settings,
        leaveOut,
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
  const { workingDirectory, interrupted: signal, onWarnings } = context;
  const definition = await sourceDefinition(name, settings, workingDirectory);
  if (definition.protocol !== 'stepwise') {
    const benchmark = await openBenchmark(name, settings, { workingDirectory, signal });
    held.push(benchmark);
    // Recordings are what there is to export, where there are any: nobody has to walk.
    if (benchmark.recordings !== undefined) {
      return { source: datasetSource(benchmark, settings, null, onWarnings), run: null };
    }
    return { source: await walkedSource(benchmark, settings, choice, signal), run: null };
  }
  const whole = wholeSplit(definition);
  const open = async (split: string | null): Promise<Benchmark> => {
    const opened = await openBenchmark(name, { ...settings, split }, { workingDirectory, signal });
    held.push(opened);
    return opened;
  };
  const { split } = settings;
  const { part } = choice;
  if (split === null || split === whole) {
    if (part !== null && part !== 'all') {
      throw new UserError(`--part ${part} needs a split to be a part of`, {
        hint: 'Name it with --split, or leave --part out for every episode.',
      });
    }
    return { source: datasetSource(await open(split ?? whole), settings, null, onWarnings), run: null };
  }
  // What a benchmark runs of a split is the side to test on, or the side that the split is named after.
  const isSide = definition.splits.includes(split) && (part ?? split) === (isPart(split) ? split : 'test');
  if (whole === null || (isSide && (part !== null || isPart(split)))) {
    return { source: datasetSource(await open(split), settings, null, onWarnings), run: null };
  }
  const everything = await open(whole);
  const divisions = (await everything.recordings?.splits()) ?? [];
  const division = divisions.find((candidate) => candidate.name === split);
  if (division !== undefined) {
    const ids = idsOn(division, part ?? 'train');
    return { source: datasetSource(everything, settings, ids, onWarnings), run: null };
  }
  // Without a division there are no sides: a split is a choice among the episodes, such as those of one language.
  if (divisions.length === 0 && (part === null || part === 'all')) {
    return { source: datasetSource(await open(split), settings, null, onWarnings), run: null };
  }
  throw new UserError(`${definition.name} has no ${part ?? 'train'} side of "${split}"`, {
    hint: hintOf(definition.splits.includes(split), split, divisions),
  });
}

/** @throws {UserError} for a name that is neither a run nor a benchmark nor a world, saying where each was looked for */
async function sourceDefinition(
  name: string,
  { runs, plugins }: Pick<Settings, 'runs' | 'plugins'>,
  workingDirectory: string,
): Promise<BenchmarkDefinition> {
  const registry = await openRegistry(namedPlugins({ plugins }, name), { workingDirectory });
  try {
    return registry.benchmark(name, workingDirectory);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const folder = resolve(workingDirectory, name);
    throw new UserError(
      existsSync(folder)
        ? `${folder} is neither a run nor a world: it has no journal and no graph.json`
        : `there is no run, benchmark or world "${name}"`,
      {
        hint: `${didYouMean(name, namesBelow(resolve(workingDirectory, runs)))}Runs are looked for in ${resolve(workingDirectory, runs)} (\`touchstone list runs\`) and by folder. ${error.hint ?? ''}`,
        cause: error,
      },
    );
  }
}

function isPart(name: string): boolean {
  return (PARTS as readonly string[]).includes(name);
}

function hintOf(isRun: boolean, split: string, divisions: readonly RecordedSplit[]): string {
  const names = divisions.map(({ name }) => name).join(', ');
  return [
    ...(isRun ? [`--split ${split} --part test exports the episodes that it is run on.`] : []),
    divisions.length === 0
      ? 'Leave --split out for all episodes; --validation keeps some of them aside.'
      : `These have sides: ${names}.`,
  ].join(' ');
}

/** Episodes of a side that the dataset may have; those on no side are none of them. */
function idsOn({ train, test, validation = [] }: RecordedSplit, part: SourcePart): ReadonlySet<string> {
  const sides = { train, test, validation, all: [...train, ...validation, ...test] };
  return new Set(sides[part]);
}

/**
 * Recorded episodes of a benchmark.
 *
 * @param ids those wanted; null for all that it was opened with
 */
function datasetSource(
  benchmark: Benchmark,
  settings: Settings,
  ids: ReadonlySet<string> | null,
  onWarnings: OnWarnings,
): ExportSource {
  const { name, recordings, warnings } = benchmark;
  if (recordings === undefined) {
    throw new UserError(`${name} has no recorded episodes to export`, {
      hint: 'Export a run of it instead: touchstone export FORMAT RUN.',
    });
  }
  onWarnings(warnings);
  const { split } = settings;
  const most = mostEpisodes(settings);
  const known = ids === null ? recordings.count : ids.size;
  return {
    name: split === null ? name : `${name}-${split}`,
    kind: 'dataset',
    count: known === null ? most : Math.min(known, most ?? known),
    lowLevel: recordings.lowLevel,
    history: 'recorded',
    language: null,
    warnings,
    episodes: (leaveOut) =>
      drawn(
        () => (ids === null ? recordings.episodes() : chosen(recordings.episodes(), ids)),
        settings,
        leaveOut,
      ),
  };
}

async function walkedSource(
  benchmark: Benchmark,
  settings: Settings,
  { walker, walks }: SourceChoice,
  signal: AbortSignal,
): Promise<ExportSource> {
  const { language, seed, maxSteps } = settings;
  const most = mostEpisodes(settings);
  const isOracle = walker === 'oracle';
  let tasks = 0;
  for await (const _ of benchmark.items.list()) tasks += 1;
  const name = isOracle ? benchmark.name : `${benchmark.name}-${walker}`;
  const count = tasks * walks;
  return {
    name,
    kind: 'world',
    count: Math.min(count, most ?? count),
    lowLevel: 'beside',
    history: 'own',
    language,
    episodes: (leaveOut) =>
      drawn(
        (left) =>
          walkEpisodes(benchmark, {
            agent: isOracle ? oracleAgent() : randomAgent({ target: 'node' }),
            walks,
            maxSteps,
            onlyPassed: isOracle,
            language,
            seed,
            source: name,
            leaveOut: left,
            signal,
          }),
        settings,
        leaveOut,
      ),
  };
}

/** Folder of a run that was named by path or by name below the folder of runs; null when it is none. */
function runFolder(
  name: string,
  { runs }: Settings,
  { workingDirectory }: Pick<AppContext, 'workingDirectory'>,
): string | null {
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

/** The most episodes that are wanted of a source; null for all. */
function mostEpisodes({ limit, sample }: Settings): number | null {
  return limit ?? sample;
}

/**
 * The first of the episodes, or some drawn at random by their ids. Then they are gone through twice: which are drawn is known
 * only once all ids are.
 */
async function* drawn(
  episodes: (leaveOut: LeaveOut) => RecordedEpisodes,
  { limit, sample, seed }: Settings,
  leaveOut: LeaveOut,
): AsyncGenerator<RecordedEntry> {
  if (sample === null) {
    yield* limited(episodes(leaveOut), limit);
    return;
  }
  const ids: string[] = [];
  for await (const entry of episodes(() => undefined)) ids.push(idOf(entry));
  const { ids: wanted } = keyedSample(ids, sample, seed);
  for await (const entry of episodes(leaveOut)) if (wanted.has(idOf(entry))) yield entry;
}

function idOf(entry: RecordedEntry): string {
  return entry.type === 'episode' ? entry.episode.id : entry.id;
}

async function* limited(entries: RecordedEpisodes, limit: number | null): AsyncGenerator<RecordedEntry> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const entry of entries) {
    yield entry;
    left -= 1;
    if (left <= 0) return;
  }
}

/** The episodes that are wanted, and at the end those of them that are not there. */
async function* chosen(entries: RecordedEpisodes, ids: ReadonlySet<string>): AsyncGenerator<RecordedEntry> {
  const missing = new Set(ids);
  for await (const entry of entries) {
    const id = idOf(entry);
    if (!ids.has(id)) continue;
    missing.delete(id);
    yield entry;
  }
  for (const id of missing) {
    const error = new DatasetError(`the split lists episode ${id}, which is not there`, {
      hint: 'Download it, or take it off the list.',
    });
    yield { type: 'broken', id, error };
  }
}

function refuseTwice(sources: readonly OpenedSource[]): void {
  const names = sources.map(({ source }) => source.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new UserError(`${twice} is named twice`, { hint: 'Name each run and benchmark once.' });
}
