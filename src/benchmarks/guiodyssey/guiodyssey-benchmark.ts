import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Size } from '../../domain/geometry.js';
import { historyWords, RECORDED_HISTORIES } from '../../domain/recordings/recorded-history.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError, UserError } from '../../errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { hashFile } from '../../files/hash-file.js';
import { requireInside } from '../../files/inside-folder.js';
import { readBytes } from '../../files/read-bytes.js';
import type { Benchmark, BenchmarkDefinition, OpenBenchmarkOptions } from '../benchmark.js';
import { settingOf } from '../stepwise/setting-of.js';
import { recordingsOf, stepwiseItems } from '../stepwise/stepwise-items.js';
import type { RecordedSource } from '../stepwise/stepwise-items.js';
import { MAX_ANNOTATION_BYTES, readOdysseyEpisode, ScreenshotFolder } from './episode-file.js';
import type { OdysseyEpisode } from './episode-file.js';
import {
  ODYSSEY_DEVICE_SPLITS,
  ODYSSEY_SPLITS,
  aggregationOf,
  readOdysseySplit,
  readOdysseySplits,
} from './splits/odyssey-split.js';
import { odysseyTables } from './tables/odyssey-tables.js';
import { recordedOdyssey } from './recorded-odyssey.js';
import { scoreOdysseyEpisode } from './score-odyssey-episode.js';
import { GUIODYSSEY_DATA } from './guiodyssey-data.js';
import { odysseyChatExport } from './chat-export.js';
import { odysseyViews } from './tables/odyssey-views.js';
import { scoreOdysseyPredictions } from './predictions/score-elsewhere.js';
import { odysseySplitsExport } from './splits/splits-export.js';

/** Steps of the longest published episodes and then some; each task brings its own number. */
const MAX_STEPS = 100;
/** A step's own instruction stands in place of the episode's. */
const LOW_LEVEL = 'replaces';

/**
 * GUIOdyssey: recorded cross-app episodes, each step of which is predicted from its recorded screen. Settings: `level`
 * `high` (the episode's instruction) or `low` (the step's own), `history` `recorded`, `own` or `none` (what later steps are told).
 *
 * Source: GUIOdyssey paper section 5 and reference code.
 */
export const guiodysseyBenchmark: BenchmarkDefinition = {
  name: 'guiodyssey',
  title: 'GUIOdyssey: recorded cross-app episodes, scored step by step',
  protocol: 'stepwise',
  defaultMode: 'reference',
  splits: [...ODYSSEY_SPLITS, ...ODYSSEY_DEVICE_SPLITS],
  needsData: true,
  open: openOdyssey,
  data: GUIODYSSEY_DATA,
  elsewhere: { scorePredictions: scoreOdysseyPredictions },
  views: odysseyViews,
  exports: [odysseyChatExport, odysseySplitsExport],
};

async function openOdyssey(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { dataDirectory, mode, signal } = options;
  if (dataDirectory === undefined)
    throw new UserError('guiodyssey needs its data', { hint: 'Name it with --data.' });
  const level = settingOf('guiodyssey', options, 'level', ['high', 'low']);
  const history = settingOf('guiodyssey', options, 'history', RECORDED_HISTORIES);
  const split = await readOdysseySplit(dataDirectory, options.split ?? 'random', { signal });
  const screenshots = new ScreenshotFolder(dataDirectory);
  const fileOf = (name: string): string => join(dataDirectory, 'annotations', name);
  const read = (id: string): Promise<OdysseyEpisode> =>
    readOdysseyEpisode(fileOf(`${id}.json`), { within: dataDirectory, signal });
  const screenOf = (id: string, size: Size | null): Screen => ({
    id,
    size,
    activity: null,
    picture: {
      mediaType: 'image/png',
      load: async ({ signal: stop }) =>
        readBytes(await screenshots.find(id), {
          maxBytes: FILE_LIMITS.picture,
          within: dataDirectory,
          signal: stop,
        }),
      locate: async () => {
        const file = await screenshots.find(id);
        requireInside(dataDirectory, file);
        return resolve(file);
      },
    },
    hierarchy: null,
  });
  const source: RecordedSource = {
    *ids() {
      for (const name of split.test) yield name.replace(/\.json$/, '');
    },
    read: async (id) => recordedOdyssey(await read(id), { id, file: fileOf(`${id}.json`), screenOf }),
  };

  return {
    name: 'guiodyssey',
    version: '1',
    mode,
    split: split.name,
    dataHash: await hashOf(split.test.map(fileOf), dataDirectory, signal),
    warnings: [],
    items: stepwiseItems(source, {
      level,
      lowLevel: LOW_LEVEL,
      history,
      capabilities: { pictures: true, hierarchy: false, activity: false },
      defaultMaxSteps: MAX_STEPS,
    }),
    scorer: {
      score: async (item, episode, scoredMode) =>
        scoreOdysseyEpisode(await read(item.id), episode, {
          mode: scoredMode,
          file: fileOf(`${item.id}.json`),
        }),
      tables: (results, { agent, mode: tabled }) =>
        odysseyTables(results, {
          agent,
          mode: tabled,
          aggregation: aggregationOf(split.name),
          protocol: `${split.name}, ${level}-level instructions, ${historyWords(history)}`,
        }),
    },
    recordings: {
      count: split.test.length,
      lowLevel: LOW_LEVEL,
      episodes: () => recordingsOf(source),
      splits: () => readOdysseySplits(dataDirectory, { signal }),
    },
    world: { screen: (id) => screenOf(id, null), graph: () => null },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** SHA-256 over names and bytes of the annotations, file by file. */
async function hashOf(files: readonly string[], within: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${file.slice(file.lastIndexOf('/') + 1)}\n`);
    // One that is missing, or may not be opened, is an item that is voided, and part of what the data are.
    const bounds = { maxBytes: MAX_ANNOTATION_BYTES, within, signal };
    const own = await hashFile(file, bounds).catch((error: unknown) => {
      if (error instanceof DatasetError) return 'missing';
      throw error;
    });
    hash.update(own);
  }
  return hash.digest('hex');
}
