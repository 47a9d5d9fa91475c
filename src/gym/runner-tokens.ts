import type { AccessList } from '../app/access/access-list.js';
import { mayDo, rolesWith } from '../domain/access/access-role.js';
import { TouchstoneError } from '../errors.js';
import type { TokenVerdict } from '../http/request-guard.js';

/** Tokens of several people, each of whom may be shown the door later. */
export interface RunnerTokens {
  /** Whether a token lets in just now. */
  readonly verdict: (token: string) => Promise<TokenVerdict>;
  /** Calls back once its owner may not come any more, at once where nobody has it. Gives what ends that. */
  readonly follow: (token: string, onGone: () => void) => Promise<() => void>;
}

/** Lets those in who may start runs, of any team; asks the file of the users each time. */
export function runnerTokens(users: Pick<AccessList, 'userOf' | 'follow'>): RunnerTokens {
  return {
    verdict: async (token) => {
      const user = await users.userOf(token).catch((error: unknown) => {
        if (error instanceof TouchstoneError) return 'unknown' as const;
        throw error;
      });
      if (user === 'unknown') return user;
      if (user === null) return 'wrong';
      if (mayDo(user.role, 'run')) return 'known';
      return { forbidden: `the role ${user.role} may not do this; ${rolesWith('run').join(', ')} may` };
    },
    follow: async (token, onGone) => {
      const user = await users.userOf(token).catch(() => null);
      if (user !== null && mayDo(user.role, 'run')) return users.follow(user, onGone);
      onGone();
      return () => undefined;
    },
  };
}
