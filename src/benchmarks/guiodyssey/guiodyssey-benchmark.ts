import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Decision } from '../../domain/decision.js';
import type { Screen } from '../../domain/screen.js';
import { ReplayEnvironment } from '../../environments/replay/replay-environment.js';
import { DatasetError, UserError } from '../../errors.js';
import { FileUnreadableError } from '../../formats/file-errors.js';
import type { Benchmark, BenchmarkDefinition, BenchmarkItem, OpenBenchmarkOptions } from '../benchmark.js';
import { actionOfStep } from './action-of-step.js';
import { commandOfStep } from './command-of-step.js';
import { readOdysseyEpisode, ScreenshotFolder } from './episode-file.js';
import type { OdysseyEpisode } from './episode-file.js';
import { ODYSSEY_SPLITS, aggregationOf, readOdysseySplit } from './odyssey-split.js';
import { odysseyTables } from './odyssey-tables.js';
import { scoreOdysseyEpisode } from './score-odyssey-episode.js';

/** Steps of the longest published episodes and then some; each task brings its own number. */
const MAX_STEPS = 100;
/** The dataset's instructions are English. */
const LANGUAGE = 'en';

/**
 * GUIOdyssey: recorded cross-app episodes, each step of which is predicted from its recorded screen. Settings: `level`
 * `high` (the episode's instruction) or `low` (the step's own), `history` `recorded` or `own` (what later steps are told).
 *
 * Source: GUIOdyssey paper section 5 and reference code.
 */
export const guiodysseyBenchmark: BenchmarkDefinition = {
  name: 'guiodyssey',
  title: 'GUIOdyssey: recorded cross-app episodes, scored step by step',
  protocol: 'stepwise',
  defaultMode: 'reference',
  splits: ODYSSEY_SPLITS,
  needsData: true,
  open: openOdyssey,
};

async function openOdyssey(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { dataDirectory, mode, signal } = options;
  if (dataDirectory === undefined)
    throw new UserError('guiodyssey needs its data', { hint: 'Name it with --data.' });
  const level = settingOf(options, 'level', ['high', 'low'] as const);
  const history = settingOf(options, 'history', ['recorded', 'own'] as const);
  const split = await readOdysseySplit(dataDirectory, options.split ?? 'random', { signal });
  const screenshots = new ScreenshotFolder(dataDirectory);
  const fileOf = (name: string): string => join(dataDirectory, 'annotations', name);
  const read = (name: string): Promise<OdysseyEpisode> => readOdysseyEpisode(fileOf(name), { signal });
  const screenOf = (id: string, episode?: OdysseyEpisode): Screen => ({
    id,
    size: episode === undefined ? null : { width: episode.device_info.w, height: episode.device_info.h },
    activity: null,
    picture: {
      mediaType: 'image/png',
      load: async ({ signal: stop }) => loadScreenshot(screenshots, id, stop),
    },
    hierarchy: null,
  });

  const benchmark: Benchmark = {
    name: 'guiodyssey',
    version: '1',
    mode,
    split: split.name,
    dataHash: await hashOf(split.test.map(fileOf), signal),
    defaultMaxSteps: MAX_STEPS,
    warnings: [],
    stepwise: true,
    async *items() {
      for (const name of split.test) yield await itemOf(name, read);
    },
    openEnvironment: async (item) => {
      const episode = await read(`${item.id}.json`);
      const screen = { width: episode.device_info.w, height: episode.device_info.h };
      return new ReplayEnvironment({
        task: item.id,
        history,
        capabilities: { pictures: true, hierarchy: false, activity: false },
        steps: episode.steps.map((step) => ({
          observation: {
            screen: screenOf(step.screenshot, episode),
            ...(level === 'low' ? { instruction: step.low_level_instruction } : {}),
            ...(step.context === '' ? {} : { context: step.context }),
          },
          recorded: {
            type: 'action',
            action: actionOfStep(step, screen),
            summary: commandOfStep(step, 'corrected'),
          } satisfies Decision,
        })),
      });
    },
    screen: (id) => screenOf(id),
    graph: () => null,
    score: async (item, episode, scoredMode) =>
      scoreOdysseyEpisode(await read(`${item.id}.json`), episode, scoredMode),
    tables: (results, { agent, mode: tabled }) =>
      odysseyTables(results, {
        agent,
        mode: tabled,
        aggregation: aggregationOf(split.name),
        protocol: `${split.name}, ${level}-level instructions, ${history} history`,
      }),
    [Symbol.asyncDispose]: async () => undefined,
  };
  return benchmark;
}

/** An episode as an item; one that cannot be read is an item all the same, voided with the reason. */
async function itemOf(name: string, read: (name: string) => Promise<OdysseyEpisode>): Promise<BenchmarkItem> {
  const id = name.replace(/\.json$/, '');
  const common = { start: undefined, milestones: [], evaluators: [] };
  try {
    const episode = await read(name);
    const { category, app, instruction } = episode.task_info;
    const steps = episode.steps.length;
    const problem = problemOf(episode, id);
    return {
      id,
      task: {
        ...common,
        id,
        instructions: { [LANGUAGE]: instruction },
        apps: app,
        tags: [category, episode.device_info.device_name],
        optimalSteps: steps,
        maxSteps: Math.max(steps, 1),
      },
      ...(problem === null ? {} : { invalid: problem }),
    };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const task = { ...common, id, instructions: { [LANGUAGE]: '' }, apps: [], tags: [] };
    return { id, task, invalid: error.message };
  }
}

function problemOf(episode: OdysseyEpisode, id: string): string | null {
  if (episode.episode_id !== id) return `the file ${id}.json holds episode ${episode.episode_id}`;
  if (episode.steps.length === 0) return 'the episode has no steps';
  try {
    for (const step of episode.steps) commandOfStep(step, 'corrected');
    return null;
  } catch (error) {
    if (error instanceof DatasetError) return error.message;
    throw error;
  }
}

async function loadScreenshot(
  screenshots: ScreenshotFolder,
  name: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const file = await screenshots.find(name);
  try {
    return await readFile(file, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new FileUnreadableError('the screenshot cannot be read', {
      place: { file },
      hint: 'Is the download complete?',
      cause: error,
    });
  }
}

/** SHA-256 over names and bytes of the annotations, file by file. */
async function hashOf(files: readonly string[], signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${file.slice(file.lastIndexOf('/') + 1)}\n`);
    // A missing one is an item that is voided, and part of what the data are.
    const bytes = await readFile(file, { signal }).catch(() => null);
    signal.throwIfAborted();
    hash.update(bytes === null ? 'missing' : createHash('sha256').update(bytes).digest('hex'));
  }
  return hash.digest('hex');
}

function settingOf<const T extends string>(
  { settings }: OpenBenchmarkOptions,
  name: string,
  values: readonly [T, ...T[]],
): T {
  const given = settings?.[name];
  if (given === undefined) return values[0];
  const value = values.find((candidate) => candidate === given);
  if (value !== undefined) return value;
  throw new UserError(`guiodyssey has no ${name} ${JSON.stringify(given)}`, {
    hint: `It has ${values.join(' and ')}.`,
  });
}
