import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBytes } from '../../../files/read-bytes.js';

const FILE = 'name';
const NAME = /^[\w.-]{1,80}-[0-9a-f]{16}$/;
const TRIES = 20;
const RETRY_MS = 50;

/**
 * What a folder of runs is called in an index of many: it is written into the folder, so that every machine that has it mounted,
 * wherever that is, calls it the same, and two folders `runs` are two. Where the folder cannot be written, its path says it.
 *
 * @param own folder in it for what is derived
 */
export async function folderName(folder: string, own: string): Promise<string> {
  const title =
    basename(resolve(folder))
      .replaceAll(/[^\w.-]/g, '_')
      .slice(0, 60) || 'runs';
  const file = join(own, FILE);
  try {
    await mkdir(own, { recursive: true });
    // The first of several keeps its own.
    await writeFile(file, `${title}-${randomBytes(8).toString('hex')}`, { flag: 'wx' });
  } catch {
    // It is there, or cannot be written.
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const text = await readBytes(file, { maxBytes: 1000 }).then(
      (bytes) => bytes.toString('utf8').trim(),
      () => null,
    );
    if (text === null) break;
    if (NAME.test(text)) return text;
    // Another machine is about to write it.
    await sleep(RETRY_MS);
  }
  return `${title}-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)}`;
}
