import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { UserError } from '../../../errors.js';
import { makeDirectory } from '../../../files/sync-directory.js';
import { writeJsonFile } from '../../../formats/write-json-file.js';
import { listAnnotations, readOdysseyEpisode } from '../episode-file.js';
import { appSplit, deviceSplit, randomSplit, taskSplit, type SplitEpisode } from './generate-splits.js';
import { deviceSplitName } from './odyssey-split.js';

export interface WriteSplitsOptions {
  readonly dataDirectory: string;
  /** Folder for the files, `random_split.json` and so on. */
  readonly outDirectory: string;
  readonly seed: number;
  /** Devices whose episodes are for testing. */
  readonly devices: readonly string[];
  /** Write a split for every device as well, with its episodes for testing. */
  readonly perDevice?: boolean;
  /** Class of each app; an app without one is a class of its own. */
  readonly classes: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

export interface WrittenSplit {
  readonly file: string;
  readonly train: number;
  readonly test: number;
  readonly notes: readonly string[];
}

const SplitFileSchema = z.object({ train: z.array(z.string()), test: z.array(z.string()) });

/**
 * Divides the episodes of a data folder in the authors' four ways and writes the split files.
 *
 * @throws {DatasetError} for an annotation that cannot be read, {UserError} when there is none
 */
export async function writeOdysseySplits(options: WriteSplitsOptions): Promise<WrittenSplit[]> {
  const { dataDirectory, outDirectory, seed, devices, classes, signal } = options;
  const episodes: SplitEpisode[] = [];
  for (const name of await listAnnotations(dataDirectory)) {
    await setImmediate();
    const { task_info: task, device_info: device } = await readOdysseyEpisode(
      join(dataDirectory, 'annotations', name),
      { signal },
    );
    const { category, meta_task: metaTask, app: apps } = task;
    episodes.push({
      id: name.slice(0, -'.json'.length),
      category,
      metaTask,
      device: device.device_name,
      apps,
    });
  }
  if (episodes.length === 0) {
    throw new UserError('there are no episodes to divide', { hint: 'Name a folder with annotations/.' });
  }
  const made = {
    random: randomSplit(episodes, seed),
    task: taskSplit(episodes, seed),
    device: deviceSplit(episodes, devices),
    app: appSplit(episodes, { seed, classes }),
  };
  await makeDirectory(outDirectory);
  const present = [...new Set(episodes.map(({ device }) => device))].toSorted();
  const turns = options.perDevice === true ? present : [];
  const byDevice = turns.map((device) => [deviceSplitName(device), deviceSplit(episodes, [device])] as const);
  const written: WrittenSplit[] = [];
  for (const [name, { train, test, notes }] of [...Object.entries(made), ...byDevice]) {
    const file = `${name}_split.json`;
    const named = (ids: readonly string[]): string[] => ids.map((id) => `${id}.json`);
    const content = { train: named(train), test: named(test) };
    await writeJsonFile(join(outDirectory, file), content, SplitFileSchema, { signal });
    written.push({ file, train: train.length, test: test.length, notes });
  }
  return written;
}
