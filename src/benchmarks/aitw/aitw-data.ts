import { join } from 'node:path';
import type { DataItem } from '../../formats/data-check/data-report.js';
import { openAitw } from './open-aitw.js';
import { aitwConversions } from './aitw-conversion.js';
import { AITW_ID_FIELD, AITW_ORDER_FIELD, AITW_TOTAL_FIELD } from './aitw-record.js';
import { aitwFolders } from './aitw-shards.js';
import { AITW_DIVISIONS, AITW_SUBSETS } from './aitw-splits.js';
import { namesIn, some } from '../data-check/count-files.js';
import type { DataManifest } from '../data-check/data-manifest.js';
import { splitItem } from '../data-check/split-item.js';
import { conversionItem, episodesItem, shardsItem } from '../data-check/tfrecord-items.js';

/** Android in the Wild. Source: description of the format in its repository; none of the data were available. */
export const AITW_DATA: DataManifest = {
  benchmark: 'aitw',
  obtain: [
    'As its repository google-research/android_in_the_wild describes: the folders general, google_apps, install, web_shopping and single with their TFRecord files, and the lists of episodes of each division as splits/<division>.json.',
  ],
  files: [],
  inspect: async (folder, { signal }) => {
    const [conversion] = aitwConversions([...(await namesIn(folder))].toSorted());
    const folders = await aitwFolders(folder, AITW_SUBSETS);
    if (folders.length === 0 && conversion !== undefined) {
      const item = { path: conversion, what: 'episodes of the conversion', required: true };
      return [await conversionItem(item, openAitw, folder, { signal })];
    }
    const items: DataItem[] = [];
    const there = new Set<string>();
    for (const subset of AITW_SUBSETS) {
      const files = folders.find((one) => one.subset === subset)?.files ?? [];
      items.push(shardsItem({ path: subset, what: `TFRecord files of ${subset}`, required: true }, files));
      if (files.length === 0) continue;
      const { item, ids } = await episodesItem(
        { path: subset, what: `episodes of ${subset}`, required: true },
        files,
        {
          idField: AITW_ID_FIELD,
          orderField: AITW_ORDER_FIELD,
          totalField: AITW_TOTAL_FIELD,
          expected: null,
          signal,
        },
      );
      items.push(item);
      for (const id of ids) there.add(id);
    }
    return [...items, ...(await divisions(folder, there))];
  },
};

/** The standard division is needed; the others are for runs that name them. */
async function divisions(folder: string, there: ReadonlySet<string>): Promise<DataItem[]> {
  const items: DataItem[] = [];
  for (const division of AITW_DIVISIONS) {
    const { item, lists } = await splitItem(folder, {
      what: `the ${division.replaceAll('_', ' ')} division`,
      required: division === 'standard',
      names: [join('splits', `${division}.json`), `${division}.json`],
      needed: ['test'],
    });
    const absent = [...(lists?.values() ?? [])].flat().filter((id) => !there.has(id));
    items.push(
      absent.length === 0 || there.size === 0
        ? item
        : { ...item, status: 'incomplete', detail: `${item.detail}; not there: ${some(absent)}` },
    );
  }
  return items;
}
