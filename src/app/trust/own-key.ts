import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const KEY_BYTES = 32;

/** The key of a file; made, for its owner alone, where there is none. @throws when it cannot be read or made */
export async function ownKey(file: string): Promise<Buffer> {
  return (await readKey(file)) ?? makeKey(file);
}

/** Null where there is none. @throws where it cannot be read or is none */
export async function readKey(file: string): Promise<Buffer | null> {
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
