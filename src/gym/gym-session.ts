import { randomUUID } from 'node:crypto';
import type { PlaySession } from '../app/play/play-session.js';
import type { PlayerTurn } from '../app/play/player-turn.js';
import type { GymCoordinates } from './gym-options.js';
import type { PictureShelf, ShownPicture } from './picture-shelf.js';
import { readAction } from './actions/read-action.js';
import { readReset } from './reset-request.js';
import { invalid, valid, type Checked, type ValidationIssue } from './validation-issue.js';

/** Actions of an episode that may be refused before it ends as that of an agent whose answers nobody can read. */
const MOST_REFUSED = 25;

/** What `state` answers. */
export interface WireState {
  readonly episode_id: string | null;
  readonly step_count: number;
}

/** A turn, and the picture that clients are shown with it. */
export interface GymTurn {
  readonly turn: PlayerTurn;
  readonly picture: ShownPicture;
}

/** A phone as the protocol drives it: what is sent is checked, what comes back is put on the wire. */
export class GymSession implements AsyncDisposable {
  readonly #play: PlaySession;
  readonly #coordinates: GymCoordinates;
  readonly #pictures: PictureShelf;
  readonly #counts: { episodes: number; steps: number };
  #episodeId: string | null = null;
  #refused = 0;
  /** When it was used last, by `performance.now`; never while it is at work. */
  #usedAt = performance.now();
  #working = 0;

  constructor(
    play: PlaySession,
    options: {
      readonly coordinates: GymCoordinates;
      readonly pictures: PictureShelf;
      /** Counted on with what is begun and done here. */
      readonly counts: { episodes: number; steps: number };
    },
  ) {
    this.#play = play;
    this.#coordinates = options.coordinates;
    this.#pictures = options.pictures;
    this.#counts = options.counts;
  }

  get state(): WireState {
    return { episode_id: this.#episodeId, step_count: this.#play.state.steps };
  }

  /** Whether an episode has begun. */
  get hasBegun(): boolean {
    return this.#play.turn !== null;
  }

  /** Milliseconds since somebody used it. */
  get idleMs(): number {
    return this.#working > 0 ? 0 : performance.now() - this.#usedAt;
  }

  /** @throws what the episode throws that cannot begin */
  async reset(given: unknown): Promise<Checked<GymTurn>> {
    const read = readReset(given);
    if (!read.isValid) return read;
    this.#working += 1;
    try {
      const { episodeId, ...start } = read.value;
      const turn = await this.#play.reset(start);
      this.#counts.episodes += 1;
      this.#episodeId = episodeId ?? randomUUID();
      this.#refused = 0;
      return await this.#shown(turn);
    } finally {
      this.#rest();
    }
  }

  /**
   * An action that does not fit costs no step; of too many of them the last ends the episode.
   *
   * @throws what the episode throws, such as before a reset
   */
  async step(given: unknown): Promise<Checked<GymTurn>> {
    const read = readAction(given, this.#coordinates);
    this.#working += 1;
    try {
      if (!read.isValid) return await this.#refuse(read.issues);
      const turn = await this.#play.step(read.value);
      this.#counts.steps += 1;
      const shown = this.#shown(turn);
      // Nothing to wait for where no picture has to be loaded.
      return shown instanceof Promise ? await shown : shown;
    } finally {
      this.#rest();
    }
  }

  async #refuse(issues: readonly ValidationIssue[]): Promise<Checked<GymTurn>> {
    const isPlaying = this.hasBegun && !this.#play.state.isOver;
    if (isPlaying) this.#refused += 1;
    if (this.#refused <= MOST_REFUSED || !isPlaying) return invalid(...issues);
    this.#refused = 0;
    const [issue] = issues;
    return await this.#shown(
      await this.#play.refuse(`more than ${MOST_REFUSED} actions did not fit, the last: ${issue?.msg ?? ''}`),
    );
  }

  #shown(turn: PlayerTurn): Checked<GymTurn> | Promise<Checked<GymTurn>> {
    const picture = this.#pictures.show(turn.observation.screen.picture);
    if (picture instanceof Promise) return picture.then((loaded) => valid({ turn, picture: loaded }));
    return valid({ turn, picture });
  }

  #rest(): void {
    this.#working -= 1;
    this.#usedAt = performance.now();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#play[Symbol.asyncDispose]();
  }
}
