import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../formats/run/canonical-json.js';
import { userFolder } from './user-folder.js';

type Environment = Readonly<Record<string, string | undefined>>;

const KEY_BYTES = 32;

/**
 * A mark by which this user's own machine knows again what it wrote: an HMAC with a key that is kept in the user's folder.
 * So a run folder may be moved or renamed, nothing is written down about it elsewhere, and nobody else can make the mark.
 *
 * @throws when the key cannot be read or made
 */
export async function sealOf(content: unknown, environment: Environment): Promise<string> {
  return seal(content, await ownKey(environment));
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

async function ownKey(environment: Environment): Promise<Buffer> {
  const file = keyFile(environment);
  return (await readKey(file)) ?? makeKey(file);
}

/** Null where there is none. @throws where it cannot be read or is none */
async function readKey(file: string): Promise<Buffer | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'hex');
  // A key that was cut off is one that others may guess.
  if (key.length !== KEY_BYTES) throw new Error(`${file} holds no key; remove it for a new one`);
  return key;
}

/** Makes it whole or not at all; of several processes that do at once, the first one's is everybody's. */
async function makeKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${randomBytes(6).toString('hex')}.partial`;
  await writeFile(partial, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(partial, file);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    // Some disks have no links.
    if (!isThere) await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
  const key = await readKey(file);
  if (key === null) throw new Error(`${file} cannot be kept`);
  return key;
}
