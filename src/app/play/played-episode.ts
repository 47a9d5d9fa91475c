import type { AgentContext, AgentEpisode, HistoryEntry } from '../../agents/agent.js';
import type { Benchmark, BenchmarkItem } from '../../benchmarks/benchmark.js';
import { isVoided, outcomeOf, type EpisodeEnd } from '../../domain/episode.js';
import type { Decision } from '../../domain/decision.js';
import type { RunConfiguration, RunIdentity } from '../../domain/run.js';
import type { EpisodeScores } from '../../domain/score.js';
import type { Observation, Screen } from '../../domain/screen.js';
import { instructionOf } from '../../domain/task.js';
import { LocalLedger } from '../../engine/budget-ledger.js';
import { OutageWatch } from '../../engine/outage-watch.js';
import { mostSteps } from '../../engine/attempt/steps-allowed.js';
import { RunControl } from '../../engine/run-control.js';
import { runItem } from '../../engine/run-item.js';
import { RunSession } from '../../engine/run-session.js';
import { scoreItem } from '../../engine/score-item.js';
import { TouchstoneError } from '../../errors.js';
import { AttemptRecord } from '../../formats/run/attempt-record.js';
import type { ScreenRecord } from '../../formats/run/journal/event.js';
import { FileStore } from '../../formats/run/file-store.js';
import { screenReader, trajectoryOf } from '../../formats/run/read-episodes.js';
import { isVoidEnd } from '../../formats/run/run-index.js';
import type { KeptScreens } from './kept-screens.js';
import { playAgent, type PlayAgentOptions } from './play-agent.js';
import { EpisodeLostError, PlayOrderError } from './play-errors.js';
import type { PlayClaim, PlayJournal } from './play-journal.js';
import { progressReward, sparseReward, type RewardKind } from './play-reward.js';
import type { PlayedEnd, PlayedTask, PlayerTurn } from './player-turn.js';

/** What all episodes of a play have in common. */
export interface PlayParts {
  readonly benchmark: Benchmark;
  readonly configuration: RunConfiguration;
  readonly agent: PlayAgentOptions;
  readonly journal: PlayJournal;
  readonly reward: RewardKind;
  /** Screens of the recorded world; null where screens are live. */
  readonly screens: KeptScreens | null;
  /** Words so far of the random stream that episodes share, where they do. */
  readonly draws: { count: number };
  /** Ids of the tasks that the journal holds. */
  readonly tasks: Set<string>;
}

/** Somebody who waits for the next turn. */
interface Waiting {
  readonly promise: Promise<PlayerTurn>;
  readonly resolve: (turn: PlayerTurn) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One episode whose decisions come from outside. The engine does it, as it does that of any agent: with its limits, checks,
 * retries and journal.
 */
export class PlayedEpisode implements AsyncDisposable {
  readonly task: PlayedTask;
  readonly seed: number;
  readonly #parts: PlayParts;
  readonly #identity: RunIdentity;
  readonly #item: BenchmarkItem;
  readonly #claim: PlayClaim;
  readonly #record: AttemptRecord;
  readonly #control = new RunControl({});
  readonly #maxSteps: number;
  #over: Promise<void> = Promise.resolve();
  #attempt = 0;
  /** Takes the decision that the engine waits for; null while it waits for none. */
  #answer: ((decision: Decision) => void) | null = null;
  #turn: Waiting = newWaiting();
  #observation: Observation | null = null;
  #reward: number | null = null;
  #completion = 0;
  /** Whether somebody waits for the turn, and whether its end was told. */
  #isAwaited = false;
  #isEndGiven = false;
  #isOver = false;

  constructor(parts: PlayParts, item: BenchmarkItem, claim: PlayClaim, seed: number) {
    const { identity } = parts.configuration;
    this.#parts = parts;
    this.#item = item;
    this.#claim = claim;
    this.seed = seed;
    this.#identity = identity.seed === seed ? identity : { ...identity, seed };
    this.#record = new AttemptRecord(claim.key, { attemptsBefore: claim.attemptsBefore });
    this.task = playedTask(item, identity.benchmark.language);
    const agent = playAgent(parts.agent, () => this.#player());
    this.#maxSteps = mostSteps(item.task, { ...parts, agent });
  }

  get repeat(): number {
    return this.#claim.key.repeat;
  }

  get step(): number {
    return this.#record.completeSteps;
  }

  /** Begins. Resolves with what is to be seen first, or with the end of an episode that could not begin. */
  begin(): Promise<PlayerTurn> {
    const { benchmark, journal, tasks, draws, configuration } = this.#parts;
    const directory = this.#claim.directory ?? '';
    const session = new RunSession({
      directory,
      writer: 'main',
      isJoined: false,
      configuration: { identity: this.#identity, operation: configuration.operation },
      benchmark,
      agent: playAgent(this.#parts.agent, (context) => this.#opened(context)),
      models: {},
      journal: journal.journal,
      control: this.#control,
      ledger: new LocalLedger(configuration.operation.budgets),
      outage: new OutageWatch({ limitSeconds: 0, control: this.#control, emit: () => undefined }),
      sequential: null,
      files: benchmark.world === undefined ? new FileStore(directory) : null,
      emit: null,
      tellsOutcomes: false,
      // Times that nobody reads are not asked for.
      now: journal.isKept ? Date.now : noTime,
      draws: draws.count,
      tasks,
      firstSteps: [],
    });
    this.#isAwaited = true;
    const first = this.#turn.promise;
    const running = runItem(session, this.#item, this.#record);
    // What the session has written by now is known to the next one.
    tasks.add(this.#item.task.id);
    this.#over = this.#follow(running);
    return first;
  }

  /**
   * Gives the engine a decision. Resolves with the next turn; where the episode has ended meanwhile, as when its time was up,
   * with its end, and nothing was done.
   */
  act(decision: Decision): Promise<PlayerTurn> {
    const answer = this.#answer;
    if (answer === null) {
      if (this.#isEndGiven)
        throw new PlayOrderError('the episode is over', { hint: 'Reset begins the next.' });
      this.#isEndGiven = this.#isOver;
    } else {
      this.#answer = null;
      this.#turn = newWaiting();
    }
    this.#isAwaited = true;
    const { promise } = this.#turn;
    answer?.(decision);
    return promise;
  }

  /** The engine opens the agent once more after a failure: the player goes on only where nothing that it saw is undone. */
  #opened(_context: AgentContext): AgentEpisode {
    if (this.#attempt === 0) this.#attempt = this.#record.attempt;
    if (this.#attempt !== this.#record.attempt) {
      throw new EpisodeLostError('the episode broke off and cannot be brought back to where it was', {
        hint: 'Reset begins a new one.',
      });
    }
    return this.#player();
  }

  #player(): AgentEpisode {
    return {
      decide: (observation, _history: readonly HistoryEntry[]) => this.#decide(observation),
      atBound: async (_bound, observation) => {
        this.#observation = observation;
        return null;
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }

  #decide(observation: Observation): Promise<Decision> {
    this.#observation = observation;
    if (this.#record.completeSteps === 0) return this.#ask(observation, null);
    if (this.#parts.reward === 'sparse') return this.#ask(observation, 0);
    return this.#progressNow().then((reward) => this.#ask(observation, reward));
  }

  /** Shows the player what is to be seen, and waits for the decision. */
  #ask(observation: Observation, reward: number | null): Promise<Decision> {
    const decided = new Promise<Decision>((resolve) => {
      this.#answer = resolve;
    });
    this.#isAwaited = false;
    this.#turn.resolve(this.#shown(observation, reward, null));
    return decided;
  }

  async #progressNow(): Promise<number | null> {
    // As if it stopped here.
    const { scores } = await this.#score({ reason: 'step_budget' });
    return scores === null ? null : this.#progress(scores);
  }

  #progress(scores: EpisodeScores): number | null {
    const reward = progressReward(scores, this.#completion);
    this.#completion = scores.completion ?? this.#completion;
    return reward;
  }

  async #follow(running: Promise<EpisodeEnd | null>): Promise<void> {
    try {
      const end = await running;
      if (end === null) throw new PlayOrderError('the episode was given up');
      const ended = await this.#ended(end);
      const { draws } = this.#parts;
      draws.count += this.#record.draws;
      this.#claim.close(this.#record.attempt, true);
      this.#isOver = true;
      this.#isEndGiven = this.#isAwaited;
      this.#finish((turn) => turn.resolve(this.#shown(this.#observation ?? NOTHING, this.#reward, ended)));
    } catch (error) {
      this.#claim.close(this.#record.attempt, false);
      this.#finish((turn) => turn.reject(error));
    }
  }

  /** Tells whoever waits, or else whoever asks next. */
  #finish(tell: (turn: Waiting) => void): void {
    if (this.#answer !== null) {
      this.#answer = null;
      this.#turn = newWaiting();
    }
    // Nobody need ask.
    this.#turn.promise.catch(() => undefined);
    tell(this.#turn);
  }

  async #ended(end: EpisodeEnd): Promise<PlayedEnd> {
    const { scores, problem } = isVoidEnd(end) ? { scores: null, problem: null } : await this.#score(end);
    const decided = outcomeOf(end, scores?.success ?? null);
    const outcome = problem === null ? decided : 'invalid_task';
    this.#reward = sparseReward(outcome);
    if (this.#parts.reward === 'progress') {
      this.#reward = scores === null || isVoided(outcome) ? null : this.#progress(scores);
    }
    return { end, outcome, scores, problem };
  }

  async #score(
    end: EpisodeEnd,
  ): Promise<{ readonly scores: EpisodeScores | null; readonly problem: unknown }> {
    const { benchmark, screens } = this.#parts;
    const reader = screenReader(this.#claim.directory ?? '', screens?.screen.bind(screens));
    const screenOf = (record: ScreenRecord): Screen => screens?.recorded(record) ?? reader(record);
    const episode = { key: this.#record.key, trajectory: trajectoryOf(this.#record, screenOf), end };
    const { signal } = new AbortController();
    try {
      const scores = await scoreItem(benchmark, this.#item, episode, benchmark.mode, { signal });
      return { scores, problem: null };
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      return { scores: null, problem: error };
    }
  }

  #shown(observation: Observation, reward: number | null, ended: PlayedEnd | null): PlayerTurn {
    const { task, seed, repeat, step } = this;
    return { task, repeat, seed, step, maxSteps: this.#maxSteps, observation, reward, ended };
  }

  /** Gives the episode up where it is not over, and waits until its phone is free. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.#control.abort();
    await this.#over;
    this.#control[Symbol.dispose]();
  }
}

function noTime(): number {
  return 0;
}

/** An episode that could not begin shows nothing. */
const NOTHING: Observation = {
  screen: { id: '', size: null, activity: null, picture: null, hierarchy: null },
};

/** A task as its player sees it. */
export function playedTask({ task }: BenchmarkItem, language: string | null): PlayedTask {
  const languages = Object.keys(task.instructions);
  const shown = language !== null && language in task.instructions ? language : (languages[0] ?? '');
  return { id: task.id, instruction: instructionOf(task, shown), language: shown, apps: task.apps };
}

function newWaiting(): Waiting {
  let resolve!: Waiting['resolve'];
  let reject!: Waiting['reject'];
  const promise = new Promise<PlayerTurn>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
