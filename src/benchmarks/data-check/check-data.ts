import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../errors.js';
import { hashFile } from '../../files/hash-file.js';
import type { DataItem, DataReport } from '../../formats/data-check/data-report.js';
import type { DataManifest, ExpectedFile } from './data-manifest.js';

/**
 * What of a benchmark's data is in a folder, what is missing, and what is not as published.
 *
 * @throws {UserError} when there is no such folder.
 */
export async function checkData(
  manifest: DataManifest,
  folder: string,
  options: { readonly signal: AbortSignal },
): Promise<DataReport> {
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) {
    throw new UserError(`${folder} is not a folder`, {
      hint: `Name the folder with the data. ${manifest.obtain.join(' ')}`,
    });
  }
  const items: DataItem[] = [];
  for (const file of manifest.files) items.push(await checkFile(folder, file, options));
  items.push(...((await manifest.inspect?.(folder, options)) ?? []));
  return {
    formatVersion: 1,
    benchmark: manifest.benchmark,
    folder,
    complete: items.every(({ required, status }) => !required || status === 'present'),
    items,
    obtain: [...manifest.obtain],
  };
}

async function checkFile(
  folder: string,
  { path, what, required, versions }: ExpectedFile,
  options: { readonly signal: AbortSignal },
): Promise<DataItem> {
  const item = { path, what, required, count: null };
  const entry = await stat(join(folder, path)).catch(() => null);
  if (entry === null) return { ...item, status: 'missing', detail: 'not there' };
  if (!entry.isFile()) return { ...item, status: 'unreadable', detail: 'not a plain file' };
  let hash: string;
  try {
    // Files of a data set may have any size, and some are as large as a disk.
    hash = await hashFile(join(folder, path), { maxBytes: Infinity, within: folder, ...options });
  } catch (error) {
    options.signal.throwIfAborted();
    return { ...item, status: 'unreadable', detail: error instanceof Error ? error.message : String(error) };
  }
  if (versions === undefined) return { ...item, status: 'present', detail: `${entry.size} bytes` };
  const version = versions.find(({ sha256 }) => sha256 === hash);
  if (version !== undefined) return { ...item, status: 'present', detail: version.name };
  const detail = `SHA-256 ${hash.slice(0, 12)}… is none of the known versions (${versions.map(({ name }) => name).join('; ')})`;
  return { ...item, status: 'altered', detail };
}
