import type { BenchmarkItem } from '../../benchmarks/benchmark.js';
import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import { PlayOrderError } from './play-errors.js';
import { PlayedEpisode, type PlayParts } from './played-episode.js';
import type { PlayedTask, PlayerTurn } from './player-turn.js';

/** Which episode is to be played. What is not given is chosen. */
export interface PlayStart {
  readonly task?: string | undefined;
  /** From 0. */
  readonly repeat?: number | undefined;
  /** Whole, not negative. */
  readonly seed?: number | undefined;
}

/** Where a session is. */
export interface PlayState {
  readonly task: PlayedTask | null;
  readonly repeat: number | null;
  readonly seed: number | null;
  /** Steps taken in the episode. */
  readonly steps: number;
  readonly isOver: boolean;
}

export interface PlaySessionParts extends PlayParts {
  /** The task that is meant. @throws {UserError} where there is none of that name */
  readonly itemOf: (start: PlayStart) => BenchmarkItem;
  /** Called once, when the session is over. */
  readonly onClose: (session: PlaySession) => void;
}

/** A phone in somebody's hand: one episode after the other, one call at a time. */
export class PlaySession implements AsyncDisposable {
  readonly #parts: PlaySessionParts;
  #episode: PlayedEpisode | null = null;
  #last: PlayerTurn | null = null;
  #isBusy = false;
  #isClosed = false;
  #givingUp: Promise<void> = Promise.resolve();

  constructor(parts: PlaySessionParts) {
    this.#parts = parts;
  }

  get state(): PlayState {
    const episode = this.#episode;
    return {
      task: episode?.task ?? null,
      repeat: episode?.repeat ?? null,
      seed: episode?.seed ?? null,
      steps: episode?.step ?? 0,
      isOver: this.#last !== null && this.#last.ended !== null,
    };
  }

  /** What the player was told last; null before the first reset. */
  get turn(): PlayerTurn | null {
    return this.#last;
  }

  /**
   * Begins an episode; one that is under way is given up.
   *
   * @throws {UserError} for a task that there is not
   * @throws {PlayOrderError} while another call is under way, or the session is closed
   */
  async reset(start: PlayStart = {}): Promise<PlayerTurn> {
    this.#takeTurn();
    try {
      const item = this.#parts.itemOf(start);
      const ours = this.#parts.configuration.identity.seed;
      const seed = start.seed ?? ours;
      const { journal } = this.#parts;
      if (journal.isKept && seed !== ours) {
        throw new PlayOrderError(`what is played is recorded with seed ${ours}, not ${seed}`, {
          hint: 'Leave the seed out, or name it with --seed.',
        });
      }
      await this.#giveUp();
      this.#requireOpen();
      const episode = new PlayedEpisode(this.#parts, item, journal.claim(item.id, start.repeat), seed);
      this.#episode = episode;
      const turn = await episode.begin();
      this.#last = turn;
      return turn;
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * Does an action.
   *
   * @throws {PlayOrderError} before a reset, after the end of an episode, and while another call is under way
   */
  step(action: Action): Promise<PlayerTurn> {
    return this.#act({ type: 'action', action });
  }

  /** Ends the episode as that of an agent whose answer nobody can read, or waits, by the rules of the benchmark. */
  async refuse(message: string): Promise<PlayerTurn> {
    const excerpt = message.slice(0, 500);
    return await this.#act({
      type: 'format_error',
      error: { kind: 'malformed_action', message, excerpt },
    });
  }

  async #act(decision: Decision): Promise<PlayerTurn> {
    this.#takeTurn();
    try {
      const episode = this.#episode;
      if (episode === null) throw new PlayOrderError('no episode has begun', { hint: 'Reset begins one.' });
      const turn = await episode.act(decision);
      if (this.#episode === episode) this.#last = turn;
      return turn;
    } finally {
      this.#isBusy = false;
    }
  }

  /** One call at a time: whoever takes the turn gives it back with `isBusy`. */
  #takeTurn(): void {
    this.#requireOpen();
    if (this.#isBusy) throw new PlayOrderError('the answer before this one is still on its way');
    this.#isBusy = true;
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new PlayOrderError('the session is closed');
  }

  async #giveUp(): Promise<void> {
    const episode = this.#episode;
    this.#episode = null;
    this.#last = null;
    if (episode !== null) this.#givingUp = episode[Symbol.asyncDispose]();
    // Also what another call gives up: the phone is free after it.
    await this.#givingUp;
  }

  /** Gives up what is under way. Doing it twice is harmless. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      await this.#giveUp();
    } finally {
      this.#parts.onClose(this);
    }
  }
}
