import { join } from 'node:path';
import type { RecordedSplit } from '../../domain/recordings/recorded-episode.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { FileUnreadableError } from '../../formats/file-errors.js';
import { firstFile, readSplitLists, type SplitLists } from '../stepwise/split-files.js';

/** Parts of the test side: what its tasks have not in common with training. */
export const CONTROL_SUBSETS = ['IDD', 'app_unseen', 'task_unseen', 'category_unseen'] as const;

/** What can be run: the sides of the split, parts of the test side, or every episode there is. */
export const CONTROL_SPLITS = ['test', ...CONTROL_SUBSETS, 'train', 'validation', 'all'] as const;
export type ControlSplitName = (typeof CONTROL_SPLITS)[number];

/**
 * Names that the files of the split, and of the parts of its test side, may have. Both are lists of episode numbers by name.
 *
 * Source: AndroidControl, `splits.json` and `test_subsplits.json`.
 */
export const CONTROL_SPLIT_FILES = ['splits.json', 'android_control_splits.json'] as const;
export const CONTROL_SUBSET_FILES = ['test_subsplits.json', 'android_control_test_subsplits.json'] as const;

export interface ControlSplit {
  readonly name: ControlSplitName;
  /** Episodes that belong to it; null for all there are. */
  readonly ids: ReadonlySet<string> | null;
  /** Parts of the test side that an episode belongs to; they overlap. */
  subsetsOf(id: string): string[];
  readonly warnings: readonly string[];
}

/** @throws {UserError} for an unknown name, {DatasetError} when a file that the split needs is missing or broken */
export async function readControlSplit(
  dataDirectory: string,
  name: string,
  options: { readonly signal: AbortSignal },
): Promise<ControlSplit> {
  const known = CONTROL_SPLITS.find((split) => split === name);
  if (known === undefined) {
    throw new UserError(`androidcontrol has no split "${name}"`, {
      hint: `${didYouMean(name, CONTROL_SPLITS)}It has ${CONTROL_SPLITS.join(', ')}.`,
    });
  }
  const isSubset = (CONTROL_SUBSETS as readonly string[]).includes(known);
  const subsetFile = await firstFile(dataDirectory, CONTROL_SUBSET_FILES);
  if (subsetFile === null && isSubset) throw missing(dataDirectory, CONTROL_SUBSET_FILES, known);
  const subsets = subsetFile === null ? {} : await readSplitLists(subsetFile, options);
  const ids = await idsOf(known, { dataDirectory, subsets, isSubset, signal: options.signal });
  const members = new Map<string, string[]>();
  for (const [subset, list] of Object.entries(subsets)) {
    for (const id of list) {
      const key = String(id);
      if (ids !== null && !ids.has(key)) continue;
      const of = members.get(key);
      if (of === undefined) members.set(key, [subset]);
      else if (!of.includes(subset)) of.push(subset);
    }
  }
  return {
    name: known,
    ids,
    subsetsOf: (id) => members.get(id) ?? [],
    warnings:
      subsetFile === null && known === 'test'
        ? [
            `${CONTROL_SUBSET_FILES[0]} is missing: results are not divided into ${CONTROL_SUBSETS.join(', ')}`,
          ]
        : [],
  };
}

/**
 * How the dataset divides its episodes; nothing where it has no split file.
 *
 * @throws {DatasetError} when the split file is broken
 */
export async function readControlSplits(
  dataDirectory: string,
  options: { readonly signal: AbortSignal },
): Promise<RecordedSplit[]> {
  const file = await firstFile(dataDirectory, CONTROL_SPLIT_FILES);
  if (file === null) return [];
  const sides = await readSplitLists(file, options);
  const idsOn = (side: string): string[] => (sides[side] ?? []).map(String);
  return [
    {
      name: 'published',
      file,
      train: idsOn('train'),
      test: idsOn('test'),
      validation: idsOn('validation'),
    },
  ];
}

async function idsOf(
  name: ControlSplitName,
  {
    dataDirectory,
    subsets,
    isSubset,
    signal,
  }: {
    readonly dataDirectory: string;
    readonly subsets: SplitLists;
    readonly isSubset: boolean;
    readonly signal: AbortSignal;
  },
): Promise<ReadonlySet<string> | null> {
  if (name === 'all') return null;
  const file = isSubset ? null : await firstFile(dataDirectory, CONTROL_SPLIT_FILES);
  if (file === null && !isSubset) throw missing(dataDirectory, CONTROL_SPLIT_FILES, name);
  const lists = file === null ? subsets : await readSplitLists(file, { signal });
  const list = lists[name];
  if (list !== undefined) return new Set(list.map(String));
  throw new FileUnreadableError(`the split files know no "${name}"`, {
    place: { file: file ?? join(dataDirectory, CONTROL_SUBSET_FILES[0] ?? '') },
    hint: `They have ${Object.keys(lists).join(', ')}.`,
  });
}

function missing(folder: string, names: readonly string[], split: string): FileUnreadableError {
  return new FileUnreadableError(`the split "${split}" needs a file that is not there`, {
    place: { file: join(folder, names[0] ?? '') },
    hint: 'Put the file next to the data, or take every episode with --split all.',
  });
}
