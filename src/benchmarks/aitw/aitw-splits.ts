import { join } from 'node:path';
import type { RecordedSplit } from '../../domain/recordings/recorded-episode.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { FileUnreadableError } from '../../formats/file-errors.js';
import { firstFile, readSplitLists, type SplitLists } from '../stepwise/split-files.js';

/** The five datasets of Android in the Wild. */
export const AITW_SUBSETS = ['general', 'google_apps', 'install', 'web_shopping', 'single'] as const;
export type AitwSubset = (typeof AITW_SUBSETS)[number];

/**
 * Ways in which the episodes are divided, each in a file of its own: lists of episodes by side.
 *
 * Source: Android in the Wild repository, description of the splits.
 */
export const AITW_DIVISIONS = [
  'standard',
  'unseen_android_version',
  'unseen_subject',
  'unseen_verb',
  'unseen_domain',
] as const;

/** A division's test side, the standard one's within one of the five datasets, or every episode there is. */
export const AITW_SPLITS = [...AITW_DIVISIONS, ...AITW_SUBSETS, 'all'] as const;
export type AitwSplitName = (typeof AITW_SPLITS)[number];

/** Most bytes of a file of a division. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Spellings of the datasets' names that conversions use. */
const SPELLINGS: Readonly<Record<string, AitwSubset>> = {
  googleapps: 'google_apps',
  webshopping: 'web_shopping',
};

export interface AitwSplit {
  readonly name: AitwSplitName;
  readonly subsets: readonly AitwSubset[];
  /** Which division's test side it is; null for every episode. */
  readonly division: string | null;
}

/** @throws {UserError} for an unknown name */
export function aitwSplit(name: string): AitwSplit {
  const known = AITW_SPLITS.find((split) => split === name);
  if (known === undefined) {
    throw new UserError(`aitw has no split "${name}"`, {
      hint: `${didYouMean(name, AITW_SPLITS)}It has ${AITW_SPLITS.join(', ')}.`,
    });
  }
  const subset = AITW_SUBSETS.find((candidate) => candidate === known);
  if (subset !== undefined) return { name: known, subsets: [subset], division: 'standard' };
  return { name: known, subsets: AITW_SUBSETS, division: known === 'all' ? null : known };
}

/** The dataset that a name stands for, however it is spelt; null for none. */
export function aitwSubset(name: string): AitwSubset | null {
  const plain = name.toLowerCase().replaceAll('-', '_');
  return AITW_SUBSETS.find((subset) => subset === plain) ?? SPELLINGS[plain.replaceAll('_', '')] ?? null;
}

/**
 * Episodes on the test side of a division, from `splits/<division>.json` or `<division>.json`; null for every episode.
 *
 * @throws {DatasetError} when the file is missing, broken, or has no test side
 */
export async function readTestSide(
  dataDirectory: string,
  { division }: AitwSplit,
  options: { readonly signal: AbortSignal },
): Promise<ReadonlySet<string> | null> {
  if (division === null) return null;
  const found = await readDivision(dataDirectory, division, options);
  if (found === null) {
    throw new FileUnreadableError(`the split "${division}" needs a file that is not there`, {
      place: { file: join(dataDirectory, 'splits', `${division}.json`) },
      hint: 'Put the file there, or take every episode with --split all.',
    });
  }
  const test = found.sides['test'];
  if (test !== undefined) return new Set(test.map(String));
  throw new FileUnreadableError('the split file has no list "test"', {
    place: { file: found.file },
    hint: `It has ${Object.keys(found.sides).join(', ')}.`,
  });
}

/**
 * How the dataset divides its episodes: each division that has a file, and the standard one within each of the five datasets.
 *
 * @param subsetOf the dataset of an episode; null where it is not there
 * @throws {DatasetError} when a split file is broken
 */
export async function readAitwSplits(
  dataDirectory: string,
  subsetOf: (id: string) => AitwSubset | null,
  options: { readonly signal: AbortSignal },
): Promise<RecordedSplit[]> {
  const splits: RecordedSplit[] = [];
  for (const division of AITW_DIVISIONS) {
    const found = await readDivision(dataDirectory, division, options);
    if (found === null) continue;
    const idsOn = (side: string): string[] => (found.sides[side] ?? []).map(String);
    const [train, validation, test] = [idsOn('train'), idsOn('validation'), idsOn('test')];
    splits.push({ name: division, file: found.file, train, validation, test });
    if (division !== 'standard') continue;
    for (const subset of AITW_SUBSETS) {
      const within = (ids: readonly string[]): string[] => ids.filter((id) => subsetOf(id) === subset);
      splits.push({
        name: subset,
        file: found.file,
        train: within(train),
        validation: within(validation),
        test: within(test),
        isPartial: true,
      });
    }
  }
  return splits;
}

/** Lists of episodes from `splits/<division>.json` or `<division>.json`; null where there is neither. */
async function readDivision(
  dataDirectory: string,
  division: string,
  options: { readonly signal: AbortSignal },
): Promise<{ readonly file: string; readonly sides: SplitLists } | null> {
  const file = await firstFile(dataDirectory, [join('splits', `${division}.json`), `${division}.json`]);
  return file === null
    ? null
    : { file, sides: await readSplitLists(file, { ...options, maxBytes: MAX_BYTES }) };
}
