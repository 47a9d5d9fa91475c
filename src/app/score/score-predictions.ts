import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { ScoredElsewhere } from '../../benchmarks/elsewhere-scorer.js';
import {
  predictedTrajectory,
  readUnifiedAction,
  type PredictionReader,
} from '../../benchmarks/stepwise/predicted-trajectory.js';
import {
  PREDICTION_PROBLEMS,
  recordName,
  type PredictionProblem,
  type PredictionProblemKind,
} from '../../benchmarks/stepwise/prediction-problem.js';
import { readPredictions, type Predictions } from '../../benchmarks/stepwise/read-predictions.js';
import { stepwiseItem } from '../../benchmarks/stepwise/stepwise-items.js';
import { countBy } from '../../domain/collections/count-by.js';
import { plural } from '../../domain/text/plural.js';
import { outcomeOf, type Episode, type EpisodeEnd } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { EpisodeScores, ItemResult } from '../../domain/score.js';
import { scoreItem } from '../../engine/score-item.js';
import { DatasetError, TouchstoneError, UserError } from '../../errors.js';
import { countScoredItems } from '../../formats/results/count-scored-items.js';
import type { ScoreDocument } from '../../formats/results/score-document.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import { resultRow } from '../../metrics/result-row.js';
import type { Table } from '../../metrics/tables/table.js';
import { runRates } from '../../report/summary/run-rates.js';
import { answerReader } from './answer-reader.js';
import { openBenchmark } from '../run/prepare-run.js';
import { tablesOfModes } from '../results/run-tables.js';
import { scoredItem } from './scored-items.js';
import type { Settings } from '../settings/setting.js';

/** Problems listed in the table; `--json` has all. */
const SHOWN = 12;
const PREDICTED: EpisodeEnd = { reason: 'environment_end', message: 'predicted elsewhere' };

/** What was predicted elsewhere for the recorded episodes of a benchmark, in both modes. @param file absolute */
export async function scorePredictions(
  name: string,
  file: string,
  settings: Settings,
  options: {
    readonly workingDirectory: string;
    readonly label: string | null;
    readonly published: boolean;
    readonly signal: AbortSignal;
  },
): Promise<ScoredElsewhere> {
  const { workingDirectory, label, published, signal } = options;
  await using benchmark = await openBenchmark(name, settings, { workingDirectory, signal });
  const read = await readerOf(benchmark, settings, workingDirectory);
  const given = await readPredictions(file, { signal });
  const other: Mode = benchmark.mode === 'reference' ? 'corrected' : 'reference';
  const scored = await scoreAll(benchmark, given, { modes: [benchmark.mode, other], read, signal });
  if (!scored.isAnyKnown) {
    throw new DatasetError(`not one of the predicted episodes is one of ${benchmark.name}`, {
      place: { file },
      hint: 'Is it the right --data and --split?',
    });
  }
  const tables = await tablesOfModes(
    benchmark,
    other,
    label ?? 'predictions',
    (mode) => scored.results.get(mode) ?? [],
    { published },
  );
  const counted = problemTable(scored.problems, given.records);
  const { split, dataHash, mode, warnings } = benchmark;
  const scoredItems = [...scored.results.values()].flat().map(scoredItem);
  const document = {
    formatVersion: 1,
    benchmark: name,
    split,
    dataHash,
    mode,
    rates: runRates((scored.results.get(mode) ?? []).map(resultRow)),
    ...countScoredItems(scoredItems),
    results: scoredItems,
    missing: scored.problems.flatMap(({ kind, episode }) =>
      kind === 'missing_episode' && episode !== undefined ? [episode] : [],
    ),
    warnings: [...warnings],
    tables: [...tables, counted],
  } satisfies ScoreDocument;
  return {
    tables: document.tables,
    warnings,
    document: {
      ...document,
      settings: benchmark.identity ?? {},
      predictions: file,
      problems: scored.problems,
    },
  };
}

/** Raw answers need the dialect they were given in, unless the benchmark knows the words itself. */
async function readerOf(
  benchmark: Benchmark,
  settings: Settings,
  workingDirectory: string,
): Promise<PredictionReader> {
  const answer = await answerReader(settings, benchmark, workingDirectory);
  const own: PredictionReader = (prediction, step) =>
    benchmark.predictions?.read(prediction.value, step) ?? readUnifiedAction(prediction);
  return (prediction, step) => {
    if (prediction.type === 'action') return own(prediction, step);
    if (answer !== null) return answer(prediction.value, step.screen.size);
    if (benchmark.predictions !== undefined) return own(prediction, step);
    throw new UserError('the predictions are raw answers', {
      hint: 'Name the dialect they are in with --dialect; `touchstone list dialects` has them.',
    });
  };
}

interface ScoredPredictions {
  readonly results: ReadonlyMap<Mode, readonly ItemResult[]>;
  readonly problems: readonly PredictionProblem[];
  readonly isAnyKnown: boolean;
}

async function scoreAll(
  benchmark: Benchmark,
  given: Predictions,
  options: { readonly modes: readonly Mode[]; readonly read: PredictionReader; readonly signal: AbortSignal },
): Promise<ScoredPredictions> {
  const results = new Map<Mode, ItemResult[]>(options.modes.map((mode) => [mode, []]));
  const problems: PredictionProblem[] = [...given.problems];
  const left = new Map(given.episodes);
  let isAnyKnown = false;
  for await (const entry of benchmark.recordings?.episodes() ?? []) {
    options.signal.throwIfAborted();
    const id = entry.type === 'episode' ? entry.episode.id : entry.id;
    const said = left.get(id);
    left.delete(id);
    if (entry.type === 'broken') {
      for (const mode of options.modes) results.get(mode)?.push(voided(entry, entry.error, mode));
      continue;
    }
    if (said !== undefined) isAnyKnown = true;
    else problems.push({ kind: 'missing_episode', line: null, episode: id, message: 'nothing is predicted' });
    const predicted = said === undefined ? null : predictedTrajectory(entry.episode, said, options.read);
    problems.push(...(predicted?.problems ?? []));
    for (const mode of options.modes) {
      const result =
        predicted === null && mode === 'reference'
          ? notRun(entry.episode, mode)
          : await resultOf(benchmark, entry.episode, predicted?.trajectory ?? { steps: [] }, mode, options);
      results.get(mode)?.push(result);
    }
  }
  for (const [episode, steps] of left) {
    const [first] = steps.values();
    const at = first === undefined ? { line: null } : { line: first.line, record: first.record };
    problems.push({ kind: 'unknown_episode', ...at, episode, message: plural(steps.size, 'prediction') });
  }
  return { results, problems, isAnyKnown };
}

async function resultOf(
  benchmark: Benchmark,
  recorded: RecordedEpisode,
  trajectory: Episode['trajectory'],
  mode: Mode,
  { signal }: { readonly signal: AbortSignal },
): Promise<ItemResult> {
  const item = stepwiseItem({ type: 'episode', episode: recorded });
  const key = { item: item.id, repeat: 0 };
  try {
    const result = await scoreItem(benchmark, item, { key, trajectory, end: PREDICTED }, mode, { signal });
    const steps = trajectory.steps.filter(({ action }) => action !== null).length;
    const outcome = outcomeOf(PREDICTED, result.success);
    return { key, task: item.task, end: PREDICTED, steps, outcome, result };
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    return voided({ type: 'episode', episode: recorded }, error, mode);
  }
}

function notRun(episode: RecordedEpisode, mode: Mode): ItemResult {
  const { id, task } = stepwiseItem({ type: 'episode', episode });
  const end: EpisodeEnd = { reason: 'invalid_task', message: 'nothing of this episode was predicted' };
  return { key: { item: id, repeat: 0 }, task, end, steps: 0, outcome: 'not_run', result: nothing(mode) };
}

function voided(
  entry: Parameters<typeof stepwiseItem>[0],
  { code, message }: TouchstoneError,
  mode: Mode,
): ItemResult {
  const { id, task } = stepwiseItem(entry);
  const end: EpisodeEnd = { reason: 'invalid_task', fault: 'dataset', code, message };
  const outcome = outcomeOf(end, null);
  return { key: { item: id, repeat: 0 }, task, end, steps: 0, outcome, result: nothing(mode) };
}

function nothing(mode: Mode): EpisodeScores {
  return { mode, scores: [], success: null, completion: null };
}

function problemTable(problems: readonly PredictionProblem[], records: number): Table {
  const counts = countBy(problems.map(({ kind }) => kind));
  const kinds = (Object.keys(PREDICTION_PROBLEMS) as PredictionProblemKind[]).filter(
    (kind) => (counts[kind] ?? 0) > 0,
  );
  const examples = kinds.flatMap((kind) => problems.filter((one) => one.kind === kind).slice(0, 3));
  return {
    id: 'prediction-problems',
    title: `Predictions: ${plural(records, 'record')}`,
    columns: [...numberColumns('Count'), ...textColumns('What', 'Such as')],
    rows: kinds.map((kind) => [
      { text: String(counts[kind] ?? 0), value: counts[kind] ?? 0 },
      { text: PREDICTION_PROBLEMS[kind] },
      {
        text: examples
          .filter((one) => one.kind === kind)
          .map(placeOf)
          .join('; ')
          .slice(0, SHOWN * 10),
      },
    ]),
    notes:
      problems.length === 0
        ? ['Every step has exactly one prediction that can be read.']
        : ['--json lists each of them.'],
  };
}

function placeOf({ line, record = line ?? 0, episode, step, message }: PredictionProblem): string {
  const where = [
    line === null ? '' : recordName({ line, record }),
    episode === undefined ? '' : `${episode}${step === undefined ? '' : ` step ${step}`}`,
  ].filter((part) => part !== '');
  return `${where.join(', ')}: ${message}`;
}
