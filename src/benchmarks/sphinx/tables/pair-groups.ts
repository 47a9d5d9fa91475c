import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DatasetError } from '../../../errors.js';
import { readJsonFile } from '../../../formats/read-json-file.js';
import { readApps, type SphinxApp } from '../recordings/apk-info.js';

/** Groups of pairs in the order of tables; each has a name, and says whether a pair is in it. */
export interface Grouping {
  /** Name in the ids of tables. */
  readonly name: 'category' | 'length';
  /** What the groups are, in titles. */
  readonly title: string;
  /** Heading of the column that names the groups. */
  readonly by: string;
  /** Group of a pair or, where there is only an app, of the app. */
  readonly groupOf: (place: { readonly app: string; readonly pair: string | null }) => string;
  /** Compares two groups for tables. */
  readonly compare: (one: string, other: string) => number;
}

/** Lengths of recordings that stand in one row, in steps; the stop is one, as in the paper's mean of 5.88. */
const LENGTHS: readonly (readonly [most: number, name: string])[] = [
  [3, 'up to 3'],
  [5, '4–5'],
  [7, '6–7'],
  [Infinity, '8 and more'],
];
const UNKNOWN = 'unknown';

/**
 * Apps by the category that `apk-info.csv` gives them; `unknown` where it gives none, or is not there.
 *
 * @throws {DatasetError} when the file is broken
 */
export async function categoriesOfApps(
  dataDirectory: string,
  options: { readonly signal: AbortSignal },
): Promise<Grouping> {
  const apps: ReadonlyMap<string, SphinxApp> = existsSync(join(dataDirectory, 'apk-info.csv'))
    ? await readApps(dataDirectory, options)
    : new Map();
  return {
    name: 'category',
    title: 'app category',
    by: 'App category',
    groupOf: ({ app }) => apps.get(app)?.category || UNKNOWN,
    compare: (one, other) => lastly(one, other) || one.localeCompare(other, 'en'),
  };
}

/** Pairs by the steps of their recording; `unknown` where there is none that can be read. */
export async function lengthsOfTasks(
  dataDirectory: string,
  pairs: Iterable<string>,
  { signal }: { readonly signal: AbortSignal },
): Promise<Grouping> {
  const names = new Map<string, string>();
  for (const pair of new Set(pairs)) {
    const steps = await stepsOf(join(dataDirectory, 'groundtruth', pair, 'meta.json'), signal);
    const name = LENGTHS.find(([most]) => steps !== null && steps <= most)?.[1];
    if (name !== undefined) names.set(pair, name);
  }
  const place = (name: string): number => LENGTHS.findIndex(([, known]) => known === name);
  return {
    name: 'length',
    title: 'task length',
    by: 'Steps of the recording',
    groupOf: ({ pair }) => (pair === null ? undefined : names.get(pair)) ?? UNKNOWN,
    compare: (one, other) => lastly(one, other) || place(one) - place(other),
  };
}

async function stepsOf(file: string, signal: AbortSignal): Promise<number | null> {
  try {
    return (await readJsonFile(file, z.array(z.unknown()).min(1), { signal })).length;
  } catch (error) {
    if (error instanceof DatasetError) return null;
    throw error;
  }
}

function lastly(one: string, other: string): number {
  return Number(one === UNKNOWN) - Number(other === UNKNOWN);
}
