import type { Benchmark, BenchmarkItem } from '../benchmarks/benchmark.js';
import { itemKeyText, type Episode } from '../domain/episode.js';
import type { Mode } from '../domain/mode.js';
import { EpisodeScoresSchema, type EpisodeScores } from '../domain/score.js';
import { RUN_FORMAT_VERSION, type Failure } from '../formats/run/journal/event.js';
import { EventFileWriter } from '../formats/run/journal/event-file-writer.js';
import { readEpisodes, type RecordedEpisode } from '../formats/run/read-episodes.js';
import { listScoreFiles, nextScoreFile } from '../formats/run/run-folder.js';
import { indexRun, isVoidEnd } from '../formats/run/run-index.js';
import { BugError, DatasetError } from '../errors.js';
import type { ScoreFileEvent, ScorePass } from '../formats/run/scores/score-event.js';
import { failureOf } from './failure.js';
import { RunDiffersError } from './run-identity.js';
import { JudgeVerdicts } from '../formats/run/scores/judge-verdicts.js';
import { scoreItem } from './score-item.js';

export interface ScoreRunOptions {
  /** Modes to score in, each from the same journal. */
  readonly modes: readonly Mode[];
  /** Version of Touchstone. */
  readonly touchstone: string;
  /** Who scores; the benchmark's own rules unless given. */
  readonly pass?: ScoringPass;
  /** Name of the judge's pass whose verdicts the rules are given; the newest of a judge that the benchmark takes unless given. */
  readonly judgedBy?: string;
  readonly signal?: AbortSignal;
  readonly onItem?: (scored: number) => void;
}

/** A pass that scores episodes in addition to the benchmark's own rules and replaces its own earlier scores. */
export interface ScoringPass extends ScorePass {
  /** Scores of an episode in a mode. Success stays null: the benchmark's own rules decide. */
  score(
    item: BenchmarkItem,
    episode: Episode,
    mode: Mode,
    options: { readonly signal: AbortSignal },
  ): Promise<EpisodeScores>;
}

/** What a scoring pass did. */
export interface ScoringSummary {
  /** The score file it wrote. */
  readonly file: string;
  readonly scored: number;
  /** Items that a failure voided, which get no score. */
  readonly voided: number;
  /** Items whose success rule turned out broken. */
  readonly broken: number;
}

/** Score events between two syncs. */
const BATCH = 256;

/**
 * Scores what a run has done so far, from its journal alone, into a new score file; older passes stay. Where all that is
 * done is void, a file that is there is left alone. An item whose
 * success rule is broken is voided; the others are still scored.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError} from reading the run
 * @throws {RunDiffersError} when the benchmark is not the one that was run
 */
export async function scoreRun(
  directory: string,
  benchmark: Benchmark,
  options: ScoreRunOptions,
): Promise<ScoringSummary> {
  const signal = options.signal ?? new AbortController().signal;
  const index = await indexRun(directory, { signal });
  const { identity, identityHash, run } = index.start;
  requireSameData(identity.benchmark, benchmark, directory);
  const items = new Map<string, BenchmarkItem>();
  for await (const item of benchmark.items.list()) items.set(item.id, item);

  const { pass } = options;
  const voidedItems = [...index.items.values()].filter(({ end }) => isVoidEnd(end)).length;
  const last = pass === undefined ? (await listScoreFiles(directory)).at(-1) : undefined;
  // Nothing to score: another file would say nothing that the last one does not.
  if (voidedItems === index.items.size && last !== undefined) {
    return { file: last, scored: 0, voided: voidedItems, broken: 0 };
  }
  const { judging } = benchmark;
  await using verdicts =
    pass === undefined && judging !== undefined
      ? await JudgeVerdicts.open(index, { ...judging, ...options, signal })
      : null;
  const file = await nextScoreFile(directory, pass?.name ?? null);
  const { name, version, dataHash } = benchmark;
  const at = (): string => new Date().toISOString();
  await using writer = await EventFileWriter.create<ScoreFileEvent>(file, {
    type: 'score-start',
    at: at(),
    formatVersion: RUN_FORMAT_VERSION,
    run,
    identityHash,
    touchstone: options.touchstone,
    benchmark: { name, version, dataHash },
    modes: [...options.modes],
    ...(pass === undefined ? {} : { pass: { name: pass.name, version: pass.version } }),
    ...(verdicts?.judge === undefined
      ? {}
      : { judgedBy: { pass: verdicts.judge.pass, hash: verdicts.judge.hash } }),
  });
  let scored = 0;
  let voided = 0;
  let broken = 0;
  const score: ScoringPass['score'] =
    pass === undefined
      ? async (item, episode, mode, given) => {
          const verdict = await verdicts?.of(itemKeyText(episode.key));
          return scoreItem(benchmark, item, episode, mode, {
            ...given,
            ...(verdict === undefined ? {} : { verdict }),
          });
        }
      : (...attempt) => pass.score(...attempt);
  const screen = benchmark.world?.screen.bind(benchmark.world);
  const episodes = readEpisodes(index, { signal, ...(screen === undefined ? {} : { screen }) });
  for await (const recorded of episodes) {
    const { item } = recorded;
    if (isVoidEnd(item.end)) {
      voided += 1;
      continue;
    }
    let isBroken = false;
    for (const mode of options.modes) {
      const verdict = await scoreEpisode(score, items.get(item.key.item), recorded, { mode, name, signal });
      isBroken ||= verdict.failure !== undefined;
      const { key, writer: journal, attempt } = item;
      writer.append({ type: 'score', at: at(), ...key, writer: journal, attempt, ...verdict });
    }
    if (isBroken) broken += 1;
    scored += 1;
    options.onItem?.(scored);
    if (scored % BATCH === 0) await writer.commit();
  }
  writer.append({ type: 'score-end', at: at(), scored });
  await writer.commit();
  return { file, scored, voided, broken };
}

async function scoreEpisode(
  score: ScoringPass['score'],
  item: BenchmarkItem | undefined,
  recorded: RecordedEpisode,
  { mode, name, signal }: { readonly mode: Mode; readonly name: string; readonly signal: AbortSignal },
): Promise<{ readonly result: EpisodeScores; readonly failure?: Failure }> {
  try {
    if (item === undefined) {
      throw new DatasetError(`${name} has no item ${recorded.item.key.item} any more`);
    }
    const parsed = EpisodeScoresSchema.safeParse(await score(item, recorded.episode, mode, { signal }));
    if (parsed.success) return { result: parsed.data };
    const issue = parsed.error.issues[0];
    throw new BugError(`The scores are none: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  } catch (error) {
    signal.throwIfAborted();
    const result = { mode, scores: [], success: null, completion: null };
    return { result, failure: failureOf(error) };
  }
}

/** @throws {RunDiffersError} when a benchmark is not the one that was run, or its data are others */
export function requireSameData(
  recorded: { readonly name: string; readonly dataHash: string; readonly split: string },
  benchmark: Benchmark,
  directory: string,
): void {
  const differing = (['name', 'dataHash', 'split'] as const).filter(
    (entry) => recorded[entry] !== benchmark[entry],
  );
  if (differing.length === 0) return;
  const parts = differing.map((entry) => `${entry} ${recorded[entry]} in the run, ${benchmark[entry]} now`);
  throw new RunDiffersError(`The run was made with other data: ${parts.join('; ')}`, {
    place: { file: directory },
    hint: 'Score it with the data it was run on.',
  });
}
