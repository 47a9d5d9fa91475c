import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ItemKey } from '../../domain/episode.js';

/** Longest name of an item that a file is named after as it is. */
const LONGEST = 60;

/**
 * Path, without a file type, of files that belong to one attempt at an item: `attempts/<item>.<repeat>.<attempt>` in the
 * run's folder. An item whose name is long or no plain file name is identified by a hash.
 */
export function attemptFilePath(runDirectory: string, { item, repeat }: ItemKey, attempt: number): string {
  const plain = item.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, LONGEST);
  // Over UTF-16 units: names from JSON need not be well-formed Unicode.
  const hash = createHash('sha256').update(Buffer.from(item, 'utf16le')).digest('hex').slice(0, 12);
  const name = plain === item && plain !== '' ? plain : `${plain}-${hash}`;
  return join(runDirectory, 'attempts', `${name}.${repeat}.${attempt}`);
}
