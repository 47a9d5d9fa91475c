import type { AccessList } from '../app/access/access-list.js';
import { mayDo, rolesWith } from '../domain/access/access-role.js';
import { TouchstoneError } from '../errors.js';
import type { TokenVerdict } from '../http/request-guard.js';

/** Lets those in who may start runs, of any team; asks the file of the users each time. */
export function runnerTokens(users: Pick<AccessList, 'userOf'>): (token: string) => Promise<TokenVerdict> {
  return async (token) => {
    const user = await users.userOf(token).catch((error: unknown) => {
      if (error instanceof TouchstoneError) return 'unknown' as const;
      throw error;
    });
    if (user === 'unknown') return user;
    if (user === null) return 'wrong';
    if (mayDo(user.role, 'run')) return 'known';
    return { forbidden: `the role ${user.role} may not do this; ${rolesWith('run').join(', ')} may` };
  };
}
