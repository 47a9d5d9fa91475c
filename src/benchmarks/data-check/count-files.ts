import { readdir } from 'node:fs/promises';
import type { DataItem } from '../../formats/data-check/data-report.js';

/** Names in a folder, those of sub-folders marked by a slash at the end; none when there is no such folder. */
export async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return new Set(entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)));
}

/** Many files of one kind as one item: how many of the expected are there, and the first that are not. */
export function countItem(
  item: Pick<DataItem, 'path' | 'what' | 'required'>,
  expected: readonly string[],
  isPresent: (name: string) => boolean,
): DataItem {
  const missing = expected.filter((name) => !isPresent(name));
  const count = { present: expected.length - missing.length, expected: expected.length };
  if (missing.length === 0) return { ...item, status: 'present', detail: 'all there', count };
  const status = missing.length === expected.length ? 'missing' : 'incomplete';
  return { ...item, status, detail: `missing: ${some(missing)}`, count };
}

/** The first few of a list, and how many more there are. */
export function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
