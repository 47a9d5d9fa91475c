import { randomBytes } from 'node:crypto';
import { UserError } from '../../errors.js';
import type { CommandContext } from '../command-context.js';

/**
 * What callers from other machines must show: the user's own, or one for this time.
 *
 * @param variable of the environment that holds the user's
 * @throws {UserError} for one that is too short or cannot be a part of an address
 */
export function serverToken(variable: string, environment: CommandContext['environment']): string {
  const own = environment[variable];
  if (own === undefined || own === '') return randomBytes(24).toString('base64url');
  if (/^[\w.~-]{16,}$/.test(own)) return own;
  throw new UserError(`${variable} cannot be a token`, {
    hint: 'Use 16 letters, digits, "-", "_", "." and "~" or more, or leave it out: one is made then.',
  });
}
