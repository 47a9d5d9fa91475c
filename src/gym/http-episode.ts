import type { GymSession } from './gym-session.js';
import type { GymSessions } from './gym-sessions.js';

/** Which phone a request over HTTP is about: one of its own, or the one that all requests have. */
export interface HttpEpisode extends AsyncDisposable {
  /** Whether a step goes on with what a reset began. */
  readonly isKept: boolean;
  /** @throws {PlayCapacityError} when all phones are in use */
  using<T>(work: (session: GymSession) => Promise<T>): Promise<T>;
}

/** Every request makes a phone and gives it back, as in the reference server. */
export function freshEpisodes(sessions: GymSessions): HttpEpisode {
  return {
    isKept: false,
    using: async (work) => {
      const session = sessions.open();
      try {
        return await work(session);
      } finally {
        await sessions.close(session);
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** All requests are about one phone, one after the other. */
export function keptEpisode(sessions: GymSessions): HttpEpisode {
  let session: GymSession | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    isKept: true,
    using: (work) => {
      const next = last.then(async () => {
        session ??= sessions.open(() => {
          session = null;
        });
        return await work(session);
      });
      last = next.catch(() => undefined);
      return next;
    },
    [Symbol.asyncDispose]: async () => {
      await last;
      if (session !== null) await sessions.close(session);
    },
  };
}
