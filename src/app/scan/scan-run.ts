import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { ItemKey } from '../../domain/episode.js';
import type { EpisodeFinding } from '../../domain/scores/episode-finding.js';
import { TouchstoneError } from '../../errors.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { NO_COST, type ModelCost } from '../../formats/run/model-cost.js';
import { indexRun, isVoidEnd } from '../../formats/run/run-index.js';
import type { Model } from '../../models/model.js';
import type { Scanner } from '../../scanners/scanner.js';
import type { AppContext, OnWarnings } from '../app-context.js';
import { isModule } from '../../registry/plugins/load-module.js';
import { openRegistry } from '../run/open-registry.js';
import { openRunBenchmark } from '../run/run-benchmark.js';
import type { Settings } from '../settings/setting.js';
import { openAsking } from './scanner-asking.js';
import { scanEpisode } from './scan-episode.js';

/** The scanners of these names, or all there are; a name may be a module of the user's. @throws {UserError} */
export async function chosenScanners(
  named: readonly string[],
  { plugins }: Pick<Settings, 'plugins'>,
  context: Pick<AppContext, 'workingDirectory'>,
): Promise<readonly Scanner[]> {
  const registry = await openRegistry([...new Set([...plugins, ...named.filter(isModule)])], context);
  // One that asks a model costs money: it has to be named.
  const unasked = [...registry.scanners.values()].filter(({ asksModel }) => asksModel !== true);
  return named.length === 0 ? unasked : named.map((name) => registry.scanner(name));
}

export interface ScanRunOptions {
  readonly scanners: readonly Scanner[];
  /** Folder with the benchmark's data, where it is no longer the one of the run; absolute. */
  readonly dataDirectory: string | null;
  /** The user's question and the model that it is put to, for scanners that ask. */
  readonly asking?: { readonly question: string; readonly model: Model };
  /** Called with each episode that was looked at, and how many there are. */
  readonly onEpisode?: (done: number, all: number) => void;
  readonly onWarnings?: OnWarnings;
  readonly signal: AbortSignal;
}

/** A finding and the episode it is about. */
export interface FoundIn {
  readonly key: ItemKey;
  readonly finding: EpisodeFinding;
}

/** What scanners find in a run, episode by episode. */
export interface ScannedRun {
  readonly episodes: number;
  readonly found: readonly FoundIn[];
  /** By name of a scanner that asks a model: episodes that it cannot tell about, or could not be asked about. */
  readonly untold: ReadonlyMap<string, number>;
  /** What asking has cost now; answers of an earlier scan cost nothing. */
  readonly cost: ModelCost;
}

/**
 * Looks through every episode that came to an end. Scanners that read screens find those of a recorded world where the benchmark
 * can be opened; without, they see what the run itself holds.
 *
 * @throws {NotARunError | RunVersionError | JournalDamagedError}
 */
export async function scanRun(directory: string, options: ScanRunOptions): Promise<ScannedRun> {
  const { scanners, signal } = options;
  const index = await indexRun(directory, { withoutCosts: true, signal });
  await using benchmark = scanners.some(({ readsScreens }) => readsScreens)
    ? await benchmarkOf(directory, options)
    : null;
  const { identity } = index.start;
  const screen = benchmark?.world?.screen.bind(benchmark.world);
  await using asked = options.asking === undefined ? null : await openAsking(index, options.asking, signal);
  const found: FoundIn[] = [];
  const untold = new Map<string, number>();
  let problem: TouchstoneError | null = null;
  let episodes = 0;
  for await (const { task, episode } of readEpisodes(index, {
    ...(screen === undefined ? {} : { screen }),
    signal,
  })) {
    const { key, trajectory, end } = episode;
    // Of an episode that a failure voided nobody is asked.
    const asking = asked === null || isVoidEnd(end) ? {} : { asking: asked.of(key) };
    const scanned = { task, trajectory, end, identity, signal, ...asking };
    const findings = await scanEpisode(scanned, scanners, ({ name, asksModel }, error) => {
      if (asksModel !== true) return;
      untold.set(name, (untold.get(name) ?? 0) + 1);
      problem ??= error;
    });
    for (const finding of findings) found.push({ key, finding });
    episodes += 1;
    options.onEpisode?.(episodes, index.items.size);
  }
  if (problem !== null) options.onWarnings?.([`some episodes could not be asked about: ${wordsOf(problem)}`]);
  return { episodes, found, untold, cost: asked?.cost() ?? NO_COST };
}

function wordsOf({ message }: TouchstoneError): string {
  return message;
}

async function benchmarkOf(
  directory: string,
  { dataDirectory, onWarnings, signal }: ScanRunOptions,
): Promise<Benchmark | null> {
  try {
    return await openRunBenchmark(directory, { dataDirectory, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    onWarnings?.([`screens of the recorded world are not read: ${error.message}`]);
    return null;
  }
}
