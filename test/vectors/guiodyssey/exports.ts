import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readOdysseyEpisode } from '../../../src/benchmarks/guiodyssey/episode-file.js';
import { odysseyEpisodeText } from '../../../src/benchmarks/guiodyssey/episode-writer/episode-text.js';
import { readOdysseySplit } from '../../../src/benchmarks/guiodyssey/splits/odyssey-split.js';
import {
  odysseyChatSteps,
  type OdysseyChatStep,
} from '../../../src/benchmarks/guiodyssey/chat-format/chat-records.js';
import { exportOdysseyChat } from '../../../src/benchmarks/guiodyssey/chat-format/export-chat-format.js';
import {
  annotationSets,
  ODYSSEY_ANNOTATIONS,
  PUBLISHED_HISTORY,
  trainingFileName,
} from '../../../src/benchmarks/guiodyssey/chat-format/training-set.js';
import { odysseyPrompt } from '../../../src/benchmarks/guiodyssey/chat-format/odyssey-prompt.js';
import { pythonRepr } from '../../../src/domain/text/python-repr.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';

/** What the recorded files have instead of the data folder. */
const DATA = '{DATA}';
const ALL = ['random', 'task', 'device', 'app'];
/** Option sets by folder, with the splits whose training files the folder has. */
const SETS: readonly { folder: string; splits: readonly string[]; hasTests: boolean }[] = [
  { folder: 'high-standard-4', splits: ALL, hasTests: true },
  { folder: 'low-standard-4', splits: ALL, hasTests: true },
  { folder: 'high-standard-0', splits: ['random'], hasTests: false },
  { folder: 'high-standard-2', splits: ['random'], hasTests: false },
  { folder: 'high-semantic-4', splits: ['random', 'device'], hasTests: false },
  { folder: 'low-semantic-4', splits: ['random'], hasTests: false },
];
const signal = new AbortController().signal;

const ReprSchema = z.object({ id: z.string(), in: z.array(z.string()), out: z.string() });
export const pyReprList: VectorSuite = {
  system: 'guiodyssey',
  file: 'py_repr_list.jsonl',
  run: async ({ shared, report }) => {
    for await (const line of readJsonLines(join(shared, 'vectors/guiodyssey/py_repr_list.jsonl'))) {
      const { id, in: list, out } = ReprSchema.parse(line);
      const got = pythonRepr(list);
      report(id, got === out ? null : `${got} instead of ${out}`);
    }
  },
};

/** Whole files, compared byte for byte; the index as an object, since its order is that of a folder's listing. */
export const chatExports: VectorSuite = {
  system: 'guiodyssey',
  file: 'dataset/export',
  run: async ({ shared, report }) => {
    const dataDirectory = join(shared, 'vectors/guiodyssey/dataset');
    for (const { folder, splits, hasTests } of SETS) {
      const [level, type, length] = folder.split('-');
      const outDirectory = await mkdtemp(join(tmpdir(), 'touchstone-export-'));
      try {
        const { files } = await exportOdysseyChat({
          dataDirectory,
          outDirectory,
          splits,
          sets: [
            {
              levels: [level === 'low' ? 'low' : 'high'],
              annotations: type === 'semantic' ? ODYSSEY_ANNOTATIONS : [],
              history: PUBLISHED_HISTORY,
            },
          ],
          sampleSteps: null,
          historyLength: Number(length),
          seed: 1,
          shuffle: false,
          mode: 'reference',
          writtenDirectory: DATA,
          signal,
        });
        for (const { file } of files) {
          if (file.startsWith('test_anno/') && !hasTests) continue;
          const got = await readFile(join(outDirectory, file));
          const wanted = await readFile(join(dataDirectory, 'export', folder, file));
          const isSame = file.endsWith('his_index.json')
            ? isDeepStrictEqual(JSON.parse(got.toString()), JSON.parse(wanted.toString()))
            : got.equals(wanted);
          report(`${folder}/${file}`, isSame ? null : 'the files differ');
        }
      } finally {
        await rm(outDirectory, { recursive: true, force: true });
      }
    }
  },
};

/** Annotations read and written again, compared byte for byte. */
export const annotations: VectorSuite = {
  system: 'guiodyssey',
  file: 'dataset/annotations',
  run: async ({ shared, report }) => {
    const folder = join(shared, 'vectors/guiodyssey/dataset/annotations');
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      const written = odysseyEpisodeText(await readOdysseyEpisode(file, { signal }));
      report(name, written === (await readFile(file, 'utf8')) ? null : 'the files differ');
    }
  },
};

/** Sets of annotations: the records of the whole files that belong to them, byte for byte. */
export const chatSubsets: VectorSuite = {
  system: 'guiodyssey',
  file: 'dataset/export',
  run: async ({ shared, report }) => {
    const dataDirectory = join(shared, 'vectors/guiodyssey/dataset');
    const sets = annotationSets('each', '').filter((annotations) => annotations.length > 0);
    for (const { folder, splits } of SETS) {
      const [level, type, length] = folder.split('-');
      if (type !== 'semantic' || (level !== 'high' && level !== 'low')) continue;
      const outDirectory = await mkdtemp(join(tmpdir(), 'touchstone-export-'));
      try {
        for (const annotations of sets) {
          const set = { levels: [level], annotations, history: PUBLISHED_HISTORY } as const;
          await exportOdysseyChat({
            dataDirectory,
            outDirectory,
            splits,
            sets: [set],
            sampleSteps: null,
            historyLength: Number(length),
            seed: 1,
            shuffle: false,
            mode: 'reference',
            writtenDirectory: DATA,
            signal,
          });
          for (const split of splits) {
            const name = `train_anno/${level}_sementic_${split}_split.json`;
            const whole = z
              .array(z.looseObject({ id: z.string() }))
              .parse(JSON.parse(await readFile(join(dataDirectory, 'export', folder, name), 'utf8')));
            const suffixes = ['action', ...annotations.map((one) => (one === 'description' ? 'desc' : one))];
            const wanted = whole.filter(({ id }) => suffixes.includes(id.split('_').at(-1) ?? ''));
            const got = await readFile(
              join(outDirectory, 'train_anno', trainingFileName(set, split)),
              'utf8',
            );
            const isSame = got === JSON.stringify(wanted, null, 4);
            report(`${folder}/${trainingFileName(set, split)}`, isSame ? null : 'the files differ');
          }
        }
      } finally {
        await rm(outDirectory, { recursive: true, force: true });
      }
    }
  },
};

const PromptSchema = z.object({
  level: z.enum(['high', 'low']),
  image_history: z.boolean(),
  his_len: z.int(),
  index: z.int(),
  question: z.string(),
  gt: z.string(),
});

export const evalPrompts: VectorSuite = {
  system: 'guiodyssey',
  file: 'dataset/export/eval_prompts.jsonl',
  run: async ({ shared, report }) => {
    const data = join(shared, 'vectors/guiodyssey/dataset');
    const { test } = await readOdysseySplit(data, 'random', { signal });
    const episodes = await Promise.all(
      test.map((name) => readOdysseyEpisode(join(data, 'annotations', name), { signal })),
    );
    const stepsOf = (level: 'high' | 'low'): (OdysseyChatStep & { pastCommands: string[] })[] =>
      episodes.flatMap((episode) => {
        const images = episode.steps.map((step) => `${DATA}/screenshots/${step.screenshot}`);
        const told = odysseyChatSteps(episode, {
          level,
          mode: 'reference',
          images,
          file: episode.episode_id,
        });
        const commands = told.map(({ command }) => command);
        return told.map((step, index) => ({ ...step, pastCommands: commands.slice(0, index) }));
      });
    const steps = { high: stepsOf('high'), low: stepsOf('low') };
    for await (const line of readJsonLines(join(data, 'export/eval_prompts.jsonl'))) {
      const wanted = PromptSchema.parse(line);
      const { level, index, his_len: historyLength, image_history: imageHistory } = wanted;
      const step = steps[level][index];
      const got = step === undefined ? null : odysseyPrompt(step, { historyLength, imageHistory });
      const isSame = got === wanted.question && step?.command === wanted.gt;
      const name = `${level} ${index}, ${historyLength} commands, images ${imageHistory}`;
      report(name, isSame ? null : `${got ?? 'nothing'} instead of ${wanted.question}`);
    }
  },
};
