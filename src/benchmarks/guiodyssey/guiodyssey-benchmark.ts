import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Size } from '../../domain/geometry.js';
import { historyWords } from '../../domain/recordings/recorded-history.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { hashFile } from '../../files/hash-file.js';
import type { Benchmark, BenchmarkDefinition, OpenBenchmarkOptions } from '../benchmark.js';
import { pictureFile } from '../stepwise/picture-file.js';
import { recordedBenchmark, recordedSettings, type RecordedDataset } from '../stepwise/recorded-benchmark.js';
import {
  MAX_ANNOTATION_BYTES,
  readOdysseyEpisode,
  ScreenshotFolder,
  type OdysseyEpisode,
} from './episode-file.js';
import {
  ODYSSEY_DEVICE_SPLITS,
  ODYSSEY_SPLITS,
  aggregationOf,
  readOdysseySplit,
  readOdysseySplits,
} from './splits/odyssey-split.js';
import { GUIODYSSEY_PAPER_TABLES } from './paper-tables/guiodyssey-paper-tables.js';
import { odysseyTables } from './tables/odyssey-tables.js';
import { recordedOdyssey } from './recorded-odyssey.js';
import { scoreOdysseyEpisode } from './score-odyssey-episode.js';
import { GUIODYSSEY_DATA } from './guiodyssey-data.js';
import { ODYSSEY_EXAMPLES } from './guiodyssey-examples.js';
import { odysseyChatExport } from './chat-export.js';
import { odysseyMetric } from './tables/odyssey-metric.js';
import { odysseyViews } from './tables/odyssey-views.js';
import { scoreOdysseyPredictions } from './predictions/score-elsewhere.js';
import { odysseySourceChatExport } from './source-chat/source-chat-export.js';
import { odysseyEpisodesExport } from './episode-writer/episodes-export.js';
import { odysseySplitsExport } from './splits/splits-export.js';

/**
 * GUIOdyssey: recorded cross-app episodes, each step of which is predicted from its recorded screen. Settings: `level`
 * `high` (the episode's instruction) or `low` (the step's own), `history` `recorded`, `own` or `none` (what later steps
 * are shown).
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
  splitAverages: [{ name: 'mean of the 3 splits out of domain', splits: ['task', 'device', 'app'] }],
  showsPublished: true,
  examples: ODYSSEY_EXAMPLES,
  open: openOdyssey,
  data: GUIODYSSEY_DATA,
  paperTables: GUIODYSSEY_PAPER_TABLES,
  elsewhere: { scorePredictions: scoreOdysseyPredictions },
  views: odysseyViews,
  exports: [odysseyChatExport, odysseySplitsExport],
  sourceExports: [odysseyEpisodesExport, odysseySourceChatExport],
};

async function openOdyssey(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { mode, signal } = options;
  const { dataDirectory, level, history } = recordedSettings('guiodyssey', options);
  const split = await readOdysseySplit(dataDirectory, options.split ?? 'random', { signal });
  const screenshots = new ScreenshotFolder(dataDirectory);
  const fileOf = (name: string): string => join(dataDirectory, 'annotations', name);
  const read = (id: string): Promise<OdysseyEpisode> =>
    readOdysseyEpisode(fileOf(`${id}.json`), { within: dataDirectory, signal });
  const screenOf = (id: string, size: Size | null): Screen => ({
    id,
    size,
    activity: null,
    picture: pictureFile(dataDirectory, () => screenshots.find(id)),
    hierarchy: null,
  });
  const dataset: RecordedDataset = {
    name: 'guiodyssey',
    split: split.name,
    dataHash: await hashOf(split.test.map(fileOf), dataDirectory, signal),
    warnings: [],
    source: {
      *ids() {
        for (const name of split.test) yield name.replace(/\.json$/, '');
      },
      read: async (id) => recordedOdyssey(await read(id), { id, file: fileOf(`${id}.json`), screenOf }),
    },
    level,
    // A step's own instruction stands in place of the episode's.
    lowLevel: 'replaces',
    history,
    hasTrees: false,
    count: split.test.length,
    splits: () => readOdysseySplits(dataDirectory, { signal }),
    screen: (id) => screenOf(id, null),
    mainMetric: odysseyMetric(aggregationOf(split.name)),
    scorer: {
      score: async (item, episode, scoredMode) =>
        scoreOdysseyEpisode(await read(item.id), episode, {
          mode: scoredMode,
          file: fileOf(`${item.id}.json`),
        }),
      tables: (results, { agent, mode: tabled, published = false }) =>
        odysseyTables(results, {
          ...(published ? { published: { split: split.name, level } } : {}),
          agent,
          mode: tabled,
          aggregation: aggregationOf(split.name),
          protocol: `${split.name}, ${level}-level instructions, ${historyWords(history)}`,
        }),
    },
  };
  return recordedBenchmark(dataset, mode);
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
