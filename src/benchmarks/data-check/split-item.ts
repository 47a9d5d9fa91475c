import { join } from 'node:path';
import { z } from 'zod';
import type { DataItem } from '../../formats/data-check/data-report.js';
import { some } from './count-files.js';
import { shapeOfJson } from './json-shape.js';

const SplitSchema = z.record(z.string(), z.array(z.union([z.int(), z.string()])));

/** Lists of episodes by name in a split file, and what is to be said of it. */
export interface ReadSplit {
  readonly item: DataItem;
  /** Null where the file is missing or broken. */
  readonly lists: ReadonlyMap<string, readonly string[]> | null;
}

/**
 * A file of lists of episodes, under the first of its names that is there.
 *
 * @param needed lists that it must have
 */
export async function splitItem(
  folder: string,
  {
    what,
    required,
    names,
    needed,
  }: Pick<DataItem, 'what' | 'required'> & {
    readonly names: readonly [string, ...string[]];
    readonly needed: readonly string[];
  },
): Promise<ReadSplit> {
  for (const path of names) {
    const read = await shapeOfJson(join(folder, path), SplitSchema);
    if (read === 'not there') continue;
    const item = { path, what, required, count: null };
    if (typeof read === 'string') {
      return { item: { ...item, status: 'unreadable', detail: read }, lists: null };
    }
    const lists = new Map(Object.entries(read).map(([name, ids]) => [name, ids.map(String)]));
    const lacking = needed.filter((name) => !lists.has(name));
    const sizes = [...lists].map(([name, ids]) => `${name} ${ids.length}`).join(', ');
    return {
      item:
        lacking.length === 0
          ? { ...item, status: 'present', detail: sizes }
          : { ...item, status: 'incomplete', detail: `no list ${some(lacking)}; there are ${sizes}` },
      lists,
    };
  }
  const [path] = names;
  return { item: { path, what, required, count: null, status: 'missing', detail: 'not there' }, lists: null };
}
