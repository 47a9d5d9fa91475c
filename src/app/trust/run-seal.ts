import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { canonicalJson } from '../../formats/run/canonical-json.js';
import { ownKey, readKey } from './own-key.js';
import { userFolder } from './user-folder.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A mark by which this user's own machine knows again what it wrote: an HMAC with a key that is kept in the user's folder.
 * So a run folder may be moved or renamed, nothing is written down about it elsewhere, and nobody else can make the mark.
 *
 * @throws when the key cannot be read or made
 */
export async function sealOf(content: unknown, environment: Environment): Promise<string> {
  return seal(content, await ownKey(keyFile(environment)));
}

/** Whether this user's own machine made the mark, and for this content. */
export async function isSealed(
  content: unknown,
  mark: string | null,
  environment: Environment,
): Promise<boolean> {
  if (mark === null) return false;
  const key = await readKey(keyFile(environment)).catch(() => null);
  if (key === null) return false;
  const [expected, given] = [seal(content, key), mark].map((text) => Buffer.from(text, 'utf8'));
  return expected !== undefined && given?.length === expected.length && timingSafeEqual(expected, given);
}

function seal(content: unknown, key: Buffer): string {
  return createHmac('sha256', key).update(canonicalJson(content)).digest('hex');
}

function keyFile(environment: Environment): string {
  return join(userFolder(environment), 'run-key');
}
