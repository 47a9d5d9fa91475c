import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Action } from '../src/domain/action.js';
import { resolvePoint, type Size } from '../src/domain/geometry.js';
import { randomStream } from '../src/domain/random.js';
import type { RecordedEpisode } from '../src/domain/recordings/recorded-episode.js';
import type { ExportSource } from '../src/exports/export-source.js';
import { PARQUET_FORMAT } from '../src/exports/tables/parquet-table.js';
import { writeTables } from '../src/exports/tables/write-tables.js';
import { shareGpt } from '../src/exports/sharegpt/sharegpt.js';
import { exportTraining, type ExportTrainingOptions } from '../src/exports/training/export-training.js';
import { DIALECTS } from '../src/registry/dialects.js';
import type { BenchRow } from './bench-row.js';
import { collectGarbage } from './collect-garbage.js';

const EPISODES = 10_000;
const STEPS = 10;
const PICTURES = 500;
const SIZE: Size = { width: 1080, height: 2400 };
const MEBIBYTE = 1024 * 1024;
/** How often memory is measured. */
const WATCH_EPISODES = 200;

const { signal } = new AbortController();

/** 100,000 records in two dialects, in order and shuffled, and as many rows of a table; pictures named where they lie. */
export async function run(): Promise<readonly BenchRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  try {
    await drawPictures(directory);
    const rows: BenchRow[] = [];
    for (const [family, shuffle] of [
      ['generic_call', false],
      ['ui_tars', false],
      ['ui_tars', true],
    ] as const) {
      const name = `${family}${shuffle ? ', shuffled' : ''}`;
      rows.push(
        ...(await measured(name, (onEpisode) =>
          exportTraining({ ...optionsOf(directory, family), shuffle, onEpisode }).then(
            ({ records }) => records,
          ),
        )),
      );
      await rm(join(directory, 'out'), { recursive: true });
    }
    rows.push(
      ...(await measured('parquet', async (onEpisode) => {
        const sources = [{ type: 'episodes' as const, source: sourceOf(directory) }];
        const outDirectory = join(directory, 'out');
        const format = PARQUET_FORMAT;
        const { files } = await writeTables({
          sources,
          format,
          outDirectory,
          replace: false,
          signal,
          onEpisode,
        });
        return files[0]?.records ?? 0;
      })),
    );
    return rows;
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measured(
  name: string,
  work: (onEpisode: () => void) => Promise<number>,
): Promise<readonly BenchRow[]> {
  collectGarbage();
  const before = process.memoryUsage().rss;
  let highest = before;
  let atHalf = before;
  let episodes = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const records = await work(() => {
    episodes += 1;
    if (episodes % WATCH_EPISODES !== 0) return;
    highest = Math.max(highest, process.memoryUsage().rss);
    if (episodes === EPISODES / 2) atHalf = highest;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  return [
    { name: `${name}: ${records.toLocaleString('en')} records`, value: records / seconds, unit: 'records/s' },
    { name: `${name}: processor time`, value: (cpu.user + cpu.system) / 1e6, unit: 's' },
    { name: `${name}: highest memory`, value: highest / MEBIBYTE, unit: 'MiB' },
    { name: `${name}: growth in the second half`, value: (highest - atHalf) / MEBIBYTE, unit: 'MiB' },
  ];
}

function optionsOf(directory: string, family: string): ExportTrainingOptions {
  const dialect = DIALECTS.get(family)?.create();
  if (dialect === undefined) throw new Error(`there is no dialect ${family}`);
  const actor = { role: 'actor', dialect, profile: 'tolerant' as const, rule: dialect.observation };
  return {
    sources: [sourceOf(directory)],
    format: shareGpt,
    form: 'messages',
    unit: 'step',
    asking: { actor, level: 'high', history: null, lowLevel: null, language: null, thought: 'kept' },
    pictures: 'reference',
    outDirectory: join(directory, 'out'),
    name: 'bench',
    replace: false,
    validation: 0.05,
    shuffle: false,
    seed: 1,
    concurrency: 8,
    signal,
  };
}

async function drawPictures(directory: string): Promise<void> {
  const bytes = await sharp({ create: { ...SIZE, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  await mkdir(join(directory, 'pictures'));
  for (let number = 0; number < PICTURES; number += 1) {
    await sharp(bytes).toFile(join(directory, 'pictures', `${number}.png`));
  }
}

function sourceOf(directory: string): ExportSource {
  return {
    name: 'made-up',
    kind: 'dataset',
    count: EPISODES,
    lowLevel: 'beside',
    history: 'own',
    language: null,
    async *episodes() {
      for (let number = 0; number < EPISODES; number += 1) {
        yield { type: 'episode' as const, episode: episodeOf(number, directory) };
      }
    },
  };
}

function episodeOf(number: number, directory: string): RecordedEpisode {
  const random = randomStream('training exports', number);
  const point = () =>
    resolvePoint({ x: random.below(SIZE.width), y: random.below(SIZE.height), space: 'pixel' }, SIZE);
  const actionAt = (step: number): Action => {
    if (step === STEPS - 1) return { type: 'stop', status: 'success' };
    if (step % 4 === 2) return { type: 'type', text: `word ${number}` };
    if (step % 4 === 3) return { type: 'swipe', direction: null, from: point(), to: point() };
    return { type: 'tap', target: { type: 'point', point: point() } };
  };
  return {
    id: `episode-${number}`,
    instructions: { en: `Do errand number ${number} with two of the apps.` },
    apps: [],
    labels: {},
    steps: Array.from({ length: STEPS }, (_, step) => {
      const file = join(directory, 'pictures', `${random.below(PICTURES)}.png`);
      return {
        action: actionAt(step),
        screen: {
          id: `${number}-${step}`,
          size: SIZE,
          activity: null,
          hierarchy: null,
          picture: {
            mediaType: 'image/png',
            load: () => Promise.reject(new Error('nobody is to look')),
            locate: async () => file,
          },
        },
      };
    }),
  };
}
