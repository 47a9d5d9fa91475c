import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { randomStream } from '../../domain/random.js';
import type { RunConfiguration } from '../../domain/run.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { identifyRun } from '../../engine/run-identity.js';
import { BugError, UserError } from '../../errors.js';
import { requireNoRun } from '../../formats/run/run-folder.js';
import { VERSION } from '../../version.js';
import type { AppContext } from '../app-context.js';
import { phoneAccess } from '../devices/phone-access.js';
import { benchmarkSettings, openNamed, type OpenedBenchmark } from '../run/prepare-run.js';
import { checkRunId } from '../run/run-id.js';
import { writeRunRequest } from '../run/run-settings-file.js';
import { selectItems, type SelectedItems } from '../run/select-items.js';
import { requireTerminal } from '../settings/chosen-around.js';
import { requireFolder } from '../settings/require-folder.js';
import type { Settings } from '../settings/setting.js';
import { KeptScreens } from './kept-screens.js';
import { playAgent, type PlayAgentOptions } from './play-agent.js';
import { PlayCapacityError } from './play-errors.js';
import { forgetfulJournal, RECORD_ELSEWHERE, recordedPlay, type PlayJournal } from './play-journal.js';
import type { RewardKind } from './play-reward.js';
import { PlaySession, type PlayStart } from './play-session.js';
import { playedTask } from './played-episode.js';
import type { PlayedTask } from './player-turn.js';

export interface OpenPlayOptions {
  /** Which door players come through. */
  readonly agent: PlayAgentOptions;
  readonly reward: RewardKind;
  /** Most sessions at a time. */
  readonly maxSessions: number;
  /** Name of the run that what is played is recorded as, within the folder of runs; null keeps nothing. */
  readonly record: string | null;
  /** Absolute folder of runs. */
  readonly runsFolder: string;
  readonly workingDirectory: string;
  readonly environment: AppContext['environment'];
  readonly onPhoneNote?: (note: string) => void;
  readonly signal: AbortSignal;
}

/** A benchmark whose tasks people and programs outside play, each on a phone of its own. */
export class Play implements AsyncDisposable {
  readonly benchmark: Benchmark;
  readonly title: string;
  readonly configuration: RunConfiguration;
  /** Most sessions at a time: what was asked for, or as many phones as there are. */
  readonly maxSessions: number;
  /** Folder of the run that is recorded; null where none is. */
  readonly directory: string | null;
  readonly #options: Pick<OpenPlayOptions, 'agent' | 'reward'>;
  readonly #journal: PlayJournal;
  readonly #items: ReadonlyMap<string, BenchmarkItem>;
  readonly #ids: readonly string[];
  readonly #sessions = new Set<PlaySession>();
  readonly #tasks = new Set<string>();
  readonly #draws = { count: 0 };
  readonly #screens: KeptScreens | null;
  #next = 0;

  /** Takes the benchmark and the journal over. */
  constructor(parts: {
    readonly benchmark: Benchmark;
    readonly title: string;
    readonly configuration: RunConfiguration;
    readonly items: readonly BenchmarkItem[];
    readonly journal: PlayJournal;
    readonly options: Pick<OpenPlayOptions, 'agent' | 'reward' | 'maxSessions'>;
  }) {
    const { benchmark, items, options } = parts;
    this.benchmark = benchmark;
    this.title = parts.title;
    this.configuration = parts.configuration;
    this.directory = parts.journal.directory;
    this.#options = options;
    this.#journal = parts.journal;
    const { world } = benchmark;
    this.#screens = world === undefined ? null : new KeptScreens((id) => world.screen(id));
    this.#items = new Map(items.map((item) => [item.id, item]));
    this.#ids = items.map(({ id }) => id);
    const phones = benchmark.sharedStream === undefined ? benchmark.items.environments.capacity : 1;
    this.maxSessions = Math.min(options.maxSessions, phones);
  }

  /** Sessions that are open. */
  get active(): number {
    return this.#sessions.size;
  }

  /** The tasks that can be played, in the benchmark's order. */
  get tasks(): readonly PlayedTask[] {
    const { language } = this.configuration.identity.benchmark;
    return [...this.#items.values()].map((item) => playedTask(item, language));
  }

  /** A phone; nothing is on it before its first reset. @throws {PlayCapacityError} when all are in use */
  open(): PlaySession {
    if (this.active >= this.maxSessions) throw new PlayCapacityError(this.active, this.maxSessions);
    const session = new PlaySession({
      benchmark: this.benchmark,
      configuration: this.configuration,
      agent: this.#options.agent,
      reward: this.#options.reward,
      journal: this.#journal,
      screens: this.#screens,
      draws: this.#draws,
      tasks: this.#tasks,
      itemOf: (start) => this.#itemOf(start),
      onClose: (closed) => void this.#sessions.delete(closed),
    });
    this.#sessions.add(session);
    return session;
  }

  #itemOf({ task, seed }: PlayStart): BenchmarkItem {
    const id = task ?? this.#chosen(seed);
    const item = this.#items.get(id);
    if (item !== undefined) return item;
    throw new UserError(`no task of ${this.benchmark.name} is called "${id}"`, {
      hint: `${didYouMean(id, this.#ids)}Its first tasks: ${this.#ids.slice(0, 3).join(', ')}.`,
    });
  }

  /** Drawn by the seed, so that equal resets are equal episodes; without one the next in order. */
  #chosen(seed: number | undefined): string {
    const count = this.#ids.length;
    const place = seed === undefined ? this.#next % count : randomStream(seed, 'task').below(count);
    if (seed === undefined) this.#next += 1;
    return this.#ids[place] ?? '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session[Symbol.asyncDispose]()));
    await this.#journal[Symbol.asyncDispose]();
    await this.benchmark[Symbol.asyncDispose]();
  }
}

/**
 * Opens a benchmark for players, as a run of the settings opens it: same phones, limits, seed and rules.
 *
 * @throws {UserError} for names and settings that do not fit, and a benchmark that asks questions in place of lending phones
 * @throws {DatasetError} for data that cannot be used
 */
export async function openPlay(
  benchmarkName: string,
  settings: Settings,
  options: OpenPlayOptions,
): Promise<Play> {
  requireTerminal(settings);
  if (options.record !== null) {
    // Before any phone is asked for.
    await requireNoRun(join(options.runsFolder, checkRunId(options.record)), RECORD_ELSEWHERE);
  }
  const phones = phoneAccess(settings, options);
  const { benchmark, definition, plugins } = await openNamed(benchmarkName, settings, { ...options, phones });
  try {
    if (benchmark.items.protocol === 'question') {
      throw new UserError(`${benchmark.name} asks questions, and lends no phone to play on`, {
        hint: 'Leave --dimensions out, or name another benchmark.',
      });
    }
    const chosen = await selectItems(benchmark, settings);
    const configuration = configurationOf(benchmark, settings, { ...options, chosen, plugins });
    const items = await itemsOf(benchmark, chosen.items);
    const journal = await journalOf(benchmarkName, settings, { ...options, benchmark, configuration });
    return new Play({ benchmark, title: definition.title, configuration, items, journal, options });
  } catch (error) {
    await benchmark[Symbol.asyncDispose]();
    throw error;
  }
}

function configurationOf(
  benchmark: Benchmark,
  settings: Settings,
  {
    agent,
    maxSessions,
    chosen,
    plugins,
  }: Pick<OpenPlayOptions, 'agent' | 'maxSessions'> & {
    readonly chosen: SelectedItems;
    readonly plugins: OpenedBenchmark['plugins'];
  },
): RunConfiguration {
  const isPatient = benchmark.items.protocol === 'stepwise' || benchmark.items.formatErrors === 'wait';
  const identity = identifyRun(
    { benchmark, agent: playAgent(agent, neverOpened), models: {} },
    {
      touchstone: VERSION,
      seed: settings.seed,
      repeats: 1,
      language: settings.language,
      ...chosen,
      benchmarkSettings: benchmarkSettings(settings),
      plugins,
      limits: { steps: settings.maxSteps, seconds: settings.episodeSeconds },
      ...(isPatient ? { formatErrors: 'wait' as const } : {}),
    },
  );
  const budgets = { seconds: null, tokens: null, money: null };
  return { identity, operation: { concurrency: maxSessions, budgets } };
}

/** Only described, never asked. */
function neverOpened(): never {
  throw new BugError('The agent that describes a play was opened');
}

/** @throws {UserError} where none can be played */
async function itemsOf(
  benchmark: Benchmark,
  chosen: readonly string[] | null,
): Promise<readonly BenchmarkItem[]> {
  const wanted = chosen === null ? null : new Set(chosen);
  const items: BenchmarkItem[] = [];
  for await (const item of benchmark.items.list()) {
    if (item.invalid === undefined && (wanted?.has(item.id) ?? true)) items.push(item);
  }
  if (items.length === 0) throw new UserError(`${benchmark.name} has no task that can be played`);
  return items;
}

async function journalOf(
  name: string,
  settings: Settings,
  options: OpenPlayOptions & { readonly benchmark: Benchmark; readonly configuration: RunConfiguration },
): Promise<PlayJournal> {
  const { benchmark, configuration, record, runsFolder, workingDirectory, environment } = options;
  if (record === null) {
    const isLive = benchmark.world === undefined;
    return forgetfulJournal(isLive ? await mkdtemp(join(tmpdir(), 'touchstone-play-')) : null);
  }
  const run = checkRunId(record);
  const directory = join(runsFolder, run);
  await requireFolder(directory, '--runs');
  const journal = await recordedPlay({ run, directory, configuration, warnings: benchmark.warnings });
  try {
    // By which the run is scored and shown later; it cannot be resumed without its players.
    await writeRunRequest(directory, { benchmark: name, workingDirectory, settings }, environment);
    return journal;
  } catch (error) {
    await journal[Symbol.asyncDispose]();
    throw error;
  }
}
