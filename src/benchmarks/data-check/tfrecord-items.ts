import { basename } from 'node:path';
import { plural } from '../../domain/text/plural.js';
import { DatasetError } from '../../errors.js';
import type { DataItem } from '../../formats/data-check/data-report.js';
import { indexTfRecords, type IndexOptions } from '../../formats/tfrecord/record-index.js';
import type { BenchmarkDefinition } from '../benchmark.js';
import { countItem, some } from './count-files.js';

type ItemName = Pick<DataItem, 'path' | 'what' | 'required'>;

/** `…-00003-of-00020`, and what may follow. */
const SHARD = /^(.*-)(\d+)-of-(\d+)(.*)$/;
/** More files than any dataset is published in: a larger number in a name is no count. */
const MOST_SHARDS = 100_000;

/** Files that say how many of them there are: which of those are missing. Others are counted as they are. */
export function shardsItem(item: ItemName, files: readonly string[]): DataItem {
  const names = new Set(files.map((file) => basename(file)));
  const expected = new Set<string>();
  for (const name of names) {
    const [, stem = '', number = '', total = '', end = ''] = SHARD.exec(name) ?? [];
    const count = Number(total);
    if (total === '' || count > MOST_SHARDS) expected.add(name);
    else {
      for (let index = 0; index < count; index += 1) {
        expected.add(`${stem}${String(index).padStart(number.length, '0')}-of-${total}${end}`);
      }
    }
  }
  if (names.size === 0) {
    return { ...item, status: 'missing', detail: 'not there', count: { present: 0, expected: null } };
  }
  return countItem(item, [...expected], (name) => names.has(name));
}

/** The episodes in TFRecord files: records that cannot be read, episodes that lack steps, and those of a split that are not there. */
export async function episodesItem(
  item: ItemName,
  files: readonly string[],
  { expected, ...options }: IndexOptions & { readonly expected: ReadonlySet<string> | null },
): Promise<{ readonly item: DataItem; readonly ids: ReadonlySet<string> }> {
  const none = new Set<string>();
  try {
    const index = await indexTfRecords(files, options);
    const { broken, incomplete } = index;
    const ids = new Set(index.ids());
    const missing = [...(expected ?? [])].filter((id) => !ids.has(id));
    const sound = ids.size - incomplete.length;
    const of = expected === null ? null : ids.size + missing.length;
    const count = { present: sound, expected: of };
    if (broken.length > 0) {
      const detail = `${plural(broken.length, 'record')} cannot be read: ${some(broken.map(({ message }) => message))}`;
      return { item: { ...item, status: 'unreadable', detail, count }, ids };
    }
    if (sound === 0) return { item: { ...item, status: 'missing', detail: 'none is whole', count }, ids };
    const lacking = incomplete.map(({ id, records, total }) => `${id} (${records} of ${total} steps)`);
    const details = [
      ...(lacking.length === 0 ? [] : [`lacking steps: ${some(lacking)}`]),
      ...(missing.length === 0 ? [] : [`missing: ${some(missing)}`]),
    ];
    return details.length === 0
      ? { item: { ...item, status: 'present', detail: 'every record can be read', count }, ids }
      : { item: { ...item, status: 'incomplete', detail: details.join('; '), count }, ids };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return { item: { ...item, status: 'unreadable', detail: error.message, count: null }, ids: none };
  }
}

/** The episodes of a conversion, each read as for a run. */
export async function conversionItem(
  item: ItemName,
  open: BenchmarkDefinition['open'],
  dataDirectory: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<DataItem> {
  const broken: string[] = [];
  let sound = 0;
  try {
    await using benchmark = await open({ dataDirectory, split: 'all', mode: 'reference', signal });
    for await (const entry of benchmark.recordings?.episodes() ?? []) {
      if (entry.type === 'episode') sound += 1;
      else broken.push(`${entry.id} (${entry.error.message})`);
    }
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return { ...item, status: 'unreadable', detail: error.message, count: null };
  }
  const count = { present: sound, expected: sound + broken.length };
  return broken.length === 0
    ? { ...item, status: sound === 0 ? 'missing' : 'present', detail: 'read as for a run', count }
    : { ...item, status: 'unreadable', detail: some(broken), count };
}
