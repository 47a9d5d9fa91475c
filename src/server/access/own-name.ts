import type { Context } from 'hono';
import { UserError } from '../../errors.js';
import { callerOf } from './caller.js';

/**
 * The name that something is said in: the caller's own where it is known, else the one that is given.
 *
 * @throws {UserError} for another name than the caller's
 */
export function ownName(context: Context, given: string | undefined): string | undefined {
  const own = callerOf(context)?.user.name;
  if (own === undefined || given === undefined || given === own) return own ?? given;
  throw new UserError(`what you say here is said in your own name, ${own}`, {
    hint: 'Leave the other name out.',
  });
}
