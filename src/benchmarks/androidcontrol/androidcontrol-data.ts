import { join } from 'node:path';
import type { DataItem } from '../../formats/data-check/data-report.js';
import { openControl } from './open-androidcontrol.js';
import { controlConversions } from './control-conversion.js';
import { CONTROL_ID_FIELD } from './control-record.js';
import { controlShards } from './control-shards.js';
import { CONTROL_SPLIT_FILES, CONTROL_SUBSET_FILES, CONTROL_SUBSETS } from './control-splits.js';
import { namesIn } from '../data-check/count-files.js';
import type { DataManifest } from '../data-check/data-manifest.js';
import { splitItem } from '../data-check/split-item.js';
import { conversionItem, episodesItem, shardsItem } from '../data-check/tfrecord-items.js';

/** AndroidControl. Source: description of the format in its repository; none of the data were available. */
export const ANDROIDCONTROL_DATA: DataManifest = {
  benchmark: 'androidcontrol',
  obtain: [
    'As its repository google-research/android_control describes: the TFRecord files android_control-00000-of-00020 to -00019-of-00020, splits.json and test_subsplits.json in one folder.',
  ],
  files: [],
  inspect: async (folder, { signal }) => {
    const names = [...(await namesIn(folder))].toSorted();
    const sides = await splitItem(folder, {
      what: 'the split',
      required: true,
      names: CONTROL_SPLIT_FILES,
      needed: ['train', 'validation', 'test'],
    });
    const subsets = await splitItem(folder, {
      what: 'the parts of the test side',
      required: true,
      names: CONTROL_SUBSET_FILES,
      needed: CONTROL_SUBSETS,
    });
    const lists = sides.lists === null ? null : new Set([...sides.lists.values()].flat());
    return [...(await records(folder, names, lists, signal)), sides.item, subsets.item];
  },
};

async function records(
  folder: string,
  names: readonly string[],
  expected: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<DataItem[]> {
  const shards = controlShards(names);
  const [conversion] = controlConversions(names);
  if (shards.length === 0 && conversion !== undefined) {
    const item = { path: conversion, what: 'episodes of the conversion', required: true };
    return [await conversionItem(item, openControl, folder, { signal })];
  }
  const files = shardsItem({ path: '.', what: 'TFRecord files', required: true }, shards);
  if (shards.length === 0) return [files];
  const { item } = await episodesItem(
    { path: '.', what: 'episodes', required: true },
    shards.map((name) => join(folder, name)),
    { idField: CONTROL_ID_FIELD, expected, signal },
  );
  return [files, item];
}
