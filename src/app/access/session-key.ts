import { stat } from 'node:fs/promises';
import { UserError } from '../../errors.js';
import { ownKey } from '../trust/own-key.js';

/**
 * The key that cookies are signed with, beside the file of the users; made where there is none. It is not in that file: whoever
 * reads the one can make no cookie.
 *
 * @throws {UserError} where others may read it, and where it can be neither read nor made
 */
export async function sessionKey(accessFile: string): Promise<Buffer> {
  const file = `${accessFile}.key`;
  let key: Buffer;
  try {
    key = await ownKey(file);
  } catch (error) {
    throw new UserError('the key for cookies can be neither read nor made', {
      place: { file },
      cause: error,
      hint: 'Run this as the owner of the file, or remove the file: users then open their address with the token again.',
    });
  }
  const { mode } = await stat(file);
  // Windows has no such bits.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return key;
  throw new UserError('others may read the key for cookies', {
    place: { file },
    hint: `Remove it, since they may have read it: a new one is made, and users open their address with the token again.`,
  });
}
