import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DataItem } from '../../formats/data-check/data-report.js';
import { countItem, namesIn, some } from '../data-check/count-files.js';
import type { DataManifest } from '../data-check/data-manifest.js';
import { shapeOfJson } from '../data-check/json-shape.js';

const SPLITS = ['random', 'task', 'device', 'app'] as const;

/** Episodes of the public data. Source: GUIOdyssey paper. */
const EPISODES = 8334;

const SplitSchema = z.object({ train: z.array(z.string()), test: z.array(z.string()).min(1) });

const EpisodeSchema = z.object({
  episode_id: z.string().min(1),
  device_info: z.object({ w: z.int().positive(), h: z.int().positive(), device_name: z.string() }),
  task_info: z.object({ category: z.string(), instruction: z.string() }),
  step_length: z.int().nonnegative(),
  steps: z
    .array(
      z.object({ step: z.int().nonnegative(), screenshot: z.string().min(1), action: z.string().min(1) }),
    )
    .min(1),
});

/** GUIOdyssey. Source: GitHub repository and Hugging Face data set OpenGVLab/GUI-Odyssey. */
export const GUIODYSSEY_DATA: DataManifest = {
  benchmark: 'guiodyssey',
  obtain: [
    'Hugging Face data set OpenGVLab/GUI-Odyssey: annotations/<episode>.json, screenshots/ (pictures in it or in its sub-folders), splits/{random,task,device,app}_split.json.',
  ],
  files: [],
  inspect: async (folder, { signal }) => {
    const screenshots = await screenshotsIn(folder);
    const annotations = [...(await namesIn(join(folder, 'annotations')))]
      .filter((name) => name.endsWith('.json'))
      .toSorted();
    return [
      ...(await episodes(folder, annotations, screenshots, signal)),
      ...(await splits(folder, new Set(annotations))),
    ];
  },
};

/** Pictures lie in the folder itself, or, as downloaded, in sub-folders. */
async function screenshotsIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(join(folder, 'screenshots'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
}

async function episodes(
  folder: string,
  names: readonly string[],
  screenshots: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<DataItem[]> {
  const broken: string[] = [];
  const pictures: string[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    const read = await shapeOfJson(join(folder, 'annotations', name), EpisodeSchema);
    if (typeof read === 'string') broken.push(`${name} (${read})`);
    else if (read.step_length !== read.steps.length)
      broken.push(`${name} (step_length is not its number of steps)`);
    else pictures.push(...read.steps.map(({ screenshot }) => screenshot));
  }
  const sound = names.length - broken.length;
  const item = {
    path: 'annotations',
    what: 'episodes',
    required: true,
    count: { present: sound, expected: EPISODES },
  };
  const first: DataItem =
    broken.length > 0
      ? { ...item, status: 'unreadable', detail: some(broken) }
      : sound >= EPISODES
        ? { ...item, status: 'present', detail: 'all there' }
        : {
            ...item,
            status: sound === 0 ? 'missing' : 'incomplete',
            detail: `${EPISODES - sound} are missing`,
          };
  if (pictures.length === 0) return [first];
  const screens = { path: 'screenshots', what: 'pictures of these episodes', required: true };
  return [first, countItem(screens, pictures, (name) => screenshots.has(name))];
}

async function splits(folder: string, annotations: ReadonlySet<string>): Promise<DataItem[]> {
  const items: DataItem[] = [];
  for (const split of SPLITS) {
    const path = `splits/${split}_split.json`;
    const item = { path, what: `the split by ${split}`, required: true, count: null };
    const read = await shapeOfJson(join(folder, path), SplitSchema);
    if (typeof read === 'string') {
      items.push({ ...item, status: read === 'not there' ? 'missing' : 'unreadable', detail: read });
      continue;
    }
    const all = [...read.train, ...read.test];
    const absent = all.filter((name) => !annotations.has(name));
    const sizes = `${read.train.length} for training, ${read.test.length} for tests`;
    items.push(
      absent.length === 0
        ? { ...item, status: 'present', detail: sizes }
        : { ...item, status: 'incomplete', detail: `${sizes}; not there: ${some(absent)}` },
    );
  }
  return items;
}
