import type { Play } from '../app/play/open-play.js';
import { GymSession } from './gym-session.js';
import type { GymCoordinates } from './gym-options.js';
import type { PictureShelf } from './picture-shelf.js';

/** Seconds between two looks at least. */
const LEAST_LOOK_S = 5;

/** All sessions of a server, of whatever route; those that nobody uses for long are ended. */
export class GymSessions implements AsyncDisposable {
  readonly play: Play;
  readonly pictures: PictureShelf;
  readonly coordinates: GymCoordinates;
  /** What was done since it began: episodes begun, and steps taken in them. */
  readonly counts = { episodes: 0, steps: 0 };
  readonly #timeoutMs: number | null;
  readonly #timer: NodeJS.Timeout | null;
  /** Sessions with what is to be done when they end by themselves. */
  readonly #open = new Map<GymSession, () => void>();

  /** @param options.timeoutSeconds of a session that nobody uses; null is as long as it may be */
  constructor(
    play: Play,
    options: {
      readonly coordinates: GymCoordinates;
      readonly pictures: PictureShelf;
      readonly timeoutSeconds: number | null;
    },
  ) {
    this.play = play;
    this.pictures = options.pictures;
    this.coordinates = options.coordinates;
    const { timeoutSeconds } = options;
    this.#timeoutMs = timeoutSeconds === null ? null : timeoutSeconds * 1000;
    const lookMs = Math.max((timeoutSeconds ?? 0) / 4, LEAST_LOOK_S) * 1000;
    this.#timer = timeoutSeconds === null ? null : setInterval(() => this.endIdle(), lookMs);
    this.#timer?.unref();
  }

  /** @throws {PlayCapacityError} when all phones are in use */
  open(onIdle: () => void = () => undefined): GymSession {
    const session = new GymSession(this.play.open(), this);
    this.#open.set(session, onIdle);
    return session;
  }

  async close(session: GymSession): Promise<void> {
    this.#open.delete(session);
    await session[Symbol.asyncDispose]();
  }

  /** Ends the sessions that were idle for longer than they may be. */
  endIdle(): void {
    const most = this.#timeoutMs;
    if (most === null) return;
    for (const [session, onIdle] of this.#open) {
      if (session.idleMs < most) continue;
      onIdle();
      this.close(session).catch(() => undefined);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await Promise.all([...this.#open.keys()].map((session) => this.close(session)));
  }
}
