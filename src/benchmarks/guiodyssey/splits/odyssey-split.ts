import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { RecordedSplit } from '../../../domain/recordings/recorded-episode.js';
import type { OdysseyAggregation } from '../match/odyssey-tally.js';
import { didYouMean } from '../../../domain/text/nearest-name.js';
import { UserError } from '../../../errors.js';
import { FileUnreadableError } from '../../../formats/file-errors.js';
import { readJsonFile } from '../../../formats/read-json-file.js';
import { listAnnotations } from '../episode-file.js';
import { ODYSSEY_DEVICES } from '../odyssey-oddities.js';
import { leaveDeviceOut } from './leave-device-out.js';

/** Ways the authors divide the episodes into training and test; `all` takes every episode as a test. */
export const ODYSSEY_SPLITS = ['random', 'task', 'device', 'app', 'all'] as const;
/**
 * Each device in turn is for testing, the other five for training. Where there is no file of such a split, it is made from the
 * episodes themselves. Source: GUIOdyssey paper, transfer across devices.
 */
export const ODYSSEY_DEVICE_SPLITS = ODYSSEY_DEVICES.map(deviceSplitName);
type DeviceSplitName = `device-${string}`;
export type OdysseySplitName = (typeof ODYSSEY_SPLITS)[number] | DeviceSplitName;

/** `Pixel 7 Pro` → `device-pixel-7-pro`. */
export function deviceSplitName(device: string): DeviceSplitName {
  return `device-${device.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** An entry names an annotation file; the bare id is taken for it too. */
const EntrySchema = z.string().transform((entry) => (entry.endsWith('.json') ? entry : `${entry}.json`));
const SplitFileSchema = z.object({ train: z.array(EntrySchema), test: z.array(EntrySchema) });

/** Annotation file names of both sides, in the order of the split file. */
export interface OdysseySplit {
  readonly name: OdysseySplitName;
  readonly train: readonly string[];
  readonly test: readonly string[];
}

/** @throws {UserError} for an unknown name, {DatasetError} when the split file is missing or broken */
export async function readOdysseySplit(
  dataDirectory: string,
  name: string,
  options: { readonly signal: AbortSignal },
): Promise<OdysseySplit> {
  if (name === 'all') return { name, train: [], test: await listAnnotations(dataDirectory) };
  const known = findOdysseySplit(name);
  if (known === undefined) {
    throw new UserError(`guiodyssey has no split "${name}"`, {
      hint: `${didYouMean(name, ODYSSEY_SPLITS)}It has ${ODYSSEY_SPLITS.join(', ')}.`,
    });
  }
  const file = join(dataDirectory, 'splits', `${known}_split.json`);
  if (!existsSync(file)) {
    const device = ODYSSEY_DEVICES.find((one) => deviceSplitName(one) === known);
    if (device !== undefined)
      return { name: known, ...(await leaveDeviceOut(dataDirectory, device, options)) };
    throw new FileUnreadableError('there is no such file', { place: { file }, hint: HINT });
  }
  return { name: known, ...(await readJsonFile(file, SplitFileSchema, { signal: options.signal })) };
}

const HINT =
  '--data names the folder that holds annotations/, screenshots/ and splits/; --split all and those by device need no split file, and `touchstone export guiodyssey-splits` makes them.';

/** A split by its name. */
export function findOdysseySplit(name: string): OdysseySplitName | undefined {
  return [...ODYSSEY_SPLITS, ...ODYSSEY_DEVICE_SPLITS].find((split) => split === name);
}

/** Every split file there is. @throws {DatasetError} when one is broken */
export async function readOdysseySplits(
  dataDirectory: string,
  options: { readonly signal: AbortSignal },
): Promise<RecordedSplit[]> {
  const names = await readdir(join(dataDirectory, 'splits')).catch((): string[] => []);
  const splits: RecordedSplit[] = [];
  for (const name of [...ODYSSEY_SPLITS, ...ODYSSEY_DEVICE_SPLITS]) {
    if (name === 'all' || !names.includes(`${name}_split.json`)) continue;
    const { train, test } = await readOdysseySplit(dataDirectory, name, options);
    const idsOf = (files: readonly string[]): string[] => files.map((file) => file.replace(/\.json$/, ''));
    const file = join(dataDirectory, 'splits', `${name}_split.json`);
    splits.push({ name, file, train: idsOf(train), test: idsOf(test) });
  }
  return splits;
}

/** How the authors sum a split: the random one over its six categories, the others over all steps. */
export function aggregationOf(split: OdysseySplitName): OdysseyAggregation {
  return split === 'random' ? 'category_mean' : 'pooled';
}
