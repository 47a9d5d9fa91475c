import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { pythonChooser, seededChooser } from '../../domain/graph/chooser.js';
import { isVoided } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { Environment } from '../../environments/environment.js';
import { EnvironmentPool } from '../../environments/environment-pool.js';
import { madeEnvironments } from '../../environments/environment-provider.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { graphIdentity } from '../../environments/graph/graph-identity.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { decodeUtf8 } from '../../formats/read-json-file.js';
import { collectRows, resultRow } from '../../metrics/result-row.js';
import type { Benchmark, BenchmarkDefinition, BenchmarkItem, OpenBenchmarkOptions } from '../benchmark.js';
import { COLORBENCH_DATA } from './colorbench-data.js';
import { COLORBENCH_EXAMPLES } from './colorbench-examples.js';
import { COLORBENCH_PAPER_TABLES } from './paper-tables/colorbench-paper-tables.js';
import { lintColorbench } from './lint/lint-colorbench.js';
import { COLORBENCH_RULES } from './lint/rules.js';
import { namedScores, milestonesOf } from './named-scores.js';
import { colorbenchCondition } from './published-conditions.js';
import { PUBLISHED_SCREEN_ACTIONS } from './published-screen-actions.js';
import { parseColorbenchGraph } from './read-graph.js';
import { readSavedColorbench } from './read-saved.js';
import { parseColorbenchTasks, type ColorbenchTask, type ColorbenchTasks } from './read-tasks.js';
import { findIdRepairs, withRepairedIds, type IdRepair } from './repair-ids.js';
import { scoreColorbenchTask, visitedStates } from './score-task.js';
import {
  inWords,
  openScreenPictures,
  PICTURES,
  screenSizeNotes,
  withPictureSizes,
  type ScreenPictures,
} from './screen-sizes.js';
import { colorbenchTables } from './tables.js';
import { toTask } from './to-task.js';
import { COLORBENCH_CAUSES } from './failure-causes.js';

/** Seed of the published code's only generator. */
const PUBLISHED_SEED = 42;

const SPLITS = ['all', 'single-app', 'cross-app'] as const;

const SettingsSchema = z.strictObject({
  /** `seeded`: each episode draws for itself. `python-mt`: the published stream, one task after the other. */
  chooser: z.enum(['seeded', 'python-mt']).default('seeded'),
  /** Insert the comma that the published tasks.json lacks. */
  repair: z.boolean().default(false),
  /** In `corrected` mode: take page ids that differ from a recorded one in a single digit for that one. */
  repairIds: z.boolean().default(true),
});

/**
 * ColorBench: 175 tasks on a recorded phone of 21 apps.
 *
 * Source: "ColorBench: Benchmarking Mobile Agents with Graph-Structured Framework for Complex Long-Horizon Tasks"
 * (arXiv 2510.14621) and its reference code. What `corrected` mode does otherwise: docs/benchmarks/colorbench.md.
 */
export const colorbenchBenchmark: BenchmarkDefinition = {
  name: 'colorbench',
  title: 'ColorBench',
  protocol: 'interactive',
  defaultMode: 'reference',
  splits: SPLITS,
  needsData: true,
  showsPublished: true,
  examples: COLORBENCH_EXAMPLES,
  open: openColorbench,
  conditionOf: colorbenchCondition,
  screenActions: PUBLISHED_SCREEN_ACTIONS,
  construction: async () =>
    (await import('./construction/colorbench-construction.js')).COLORBENCH_CONSTRUCTION,
  data: COLORBENCH_DATA,
  failureCauses: COLORBENCH_CAUSES,
  paperTables: COLORBENCH_PAPER_TABLES,
  linter: {
    // A world of one's own has tasks in suite.json, and may have ColorBench's file next to it.
    recognises: (folder) => !existsSync(join(folder, 'suite.json')) && existsSync(join(folder, TASKS)),
    rules: COLORBENCH_RULES,
    lint: lintColorbench,
  },
};

const TASKS = 'tasks.json';

async function openColorbench(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { dataDirectory, signal } = options;
  if (dataDirectory === undefined) {
    throw new UserError('ColorBench needs the folder with its data', {
      hint: 'Name the folder that holds graph.json and tasks.json.',
    });
  }
  const settings = SettingsSchema.safeParse(options.settings ?? {});
  if (!settings.success) {
    throw new UserError(`ColorBench settings: ${settings.error.issues[0]?.message ?? 'unusable'}`, {
      hint: 'There are chooser (seeded, python-mt), repair (true, false) and repairIds (true, false).',
    });
  }
  const split = options.split ?? 'all';
  if (!isSplit(split)) {
    throw new UserError(`ColorBench has no split "${split}"`, {
      hint: `${didYouMean(split, SPLITS)}Choose one of ${SPLITS.join(', ')}.`,
    });
  }
  const files = { graph: join(dataDirectory, 'graph.json'), tasks: join(dataDirectory, 'tasks.json') };
  const [graphBytes, taskBytes] = await Promise.all([
    readBytes(files.graph, { maxBytes: FILE_LIMITS.json, signal }),
    readBytes(files.tasks, { maxBytes: FILE_LIMITS.json, signal }),
  ]);
  const named = parseColorbenchGraph(graphBytes, files.graph);
  const read = parseColorbenchTasks(decodeUtf8(taskBytes, files.tasks), files.tasks, settings.data);
  const pictures = await openScreenPictures(dataDirectory, named, { signal });
  const graph = pictures === null ? named : withPictureSizes(named, pictures);
  const listed = pictures === null ? '' : await pictureList(join(dataDirectory, PICTURES), pictures);
  return benchmarkOf({
    mode: options.mode,
    split,
    settings: settings.data,
    world: new GraphWorld(graph, pictures === null ? {} : { content: pictures.content }),
    read,
    notes: screenSizeNotes(graph, pictures),
    dataHash: hashOf(graphBytes, taskBytes, listed),
  });
}

type Split = (typeof SPLITS)[number];

function isSplit(split: string): split is Split {
  return (SPLITS as readonly string[]).includes(split);
}

/** SHA-256 over the hashes of both files, each under its name, and over the list of pictures where there are any. */
function hashOf(graph: Uint8Array, tasks: Uint8Array, pictures: string): string {
  const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
  const listed = pictures === '' ? '' : `${PICTURES} ${sha256(pictures)}\n`;
  return sha256(`graph.json ${sha256(graph)}\ntasks.json ${sha256(tasks)}\n${listed}`);
}

/**
 * Name, size in bytes and size in pixels of each picture that the graph names and the folder holds, a line each, sorted:
 * agents that use pictures act otherwise without them, and touches are pixels of them. Reading two thousand pictures whole
 * at each start would take too long.
 */
async function pictureList(folder: string, { sizes }: ScreenPictures): Promise<string> {
  const lines = await Promise.all(
    [...sizes].map(async ([path, size]) => {
      const pixels = size === null ? 'unknown' : inWords(size);
      return `${path}\0${(await stat(join(folder, path))).size}\0${pixels}\n`;
    }),
  );
  return lines.toSorted().join('');
}

interface Parts {
  readonly mode: Mode;
  readonly split: Split;
  readonly settings: z.infer<typeof SettingsSchema>;
  readonly world: GraphWorld;
  readonly read: ColorbenchTasks;
  /** What the user should know about the sizes of the screens. */
  readonly notes: readonly string[];
  readonly dataHash: string;
}

function benchmarkOf({ mode, split, settings, world, read, notes, dataHash }: Parts): Benchmark {
  const repairs = settings.repairIds ? findIdRepairs(read.tasks, world.graph) : [];
  /** Tasks as each mode scores them, by id. */
  const tasks: Readonly<Record<Mode, ReadonlyMap<string, ColorbenchTask>>> = {
    reference: byId(read.tasks),
    corrected: byId(withRepairedIds(read.tasks, repairs)),
  };
  const sharesStream = settings.chooser === 'python-mt';
  const chooser = sharesStream ? pythonChooser(PUBLISHED_SEED) : seededChooser;
  const identity = graphIdentity(mode);
  const makeEnvironment = async (): Promise<Environment> =>
    new GraphEnvironment(world, {
      mode,
      startOf: (task) => (tasks.reference.has(task) ? null : undefined),
      chooser,
    });
  return {
    name: 'colorbench',
    version: '1',
    mode,
    split,
    dataHash,
    warnings: [
      ...read.repairs,
      ...notes,
      ...read.broken.map(brokenWarning),
      ...repairWarnings(repairs, mode),
    ],
    items: {
      protocol: 'interactive',
      defaultMaxSteps: 40,
      list: () => listItems(tasks[mode], read.broken, split),
      environments: sharesStream
        ? new EnvironmentPool({ identity, devices: ['the stream'], open: makeEnvironment })
        : madeEnvironments(identity, makeEnvironment),
    },
    scorer: {
      score: async (item, { trajectory }, scored) => {
        const task = tasks[scored].get(item.id);
        if (task === undefined) return { mode: scored, scores: [], success: null, completion: null };
        const report = scoreColorbenchTask(task, visitedStates(trajectory.steps), scored);
        const { success, completion } = report;
        return { mode: scored, scores: namedScores(report, scored), success, completion };
      },
      tables: async (results, { agent, mode: tabled, published = false }) => {
        const rows = await collectRows(results, (result) => ({
          ...resultRow(result),
          appCount: tasks.reference.get(result.key.item)?.appCount ?? 1,
          milestones: isVoided(result.outcome)
            ? []
            : milestonesOf(result.result).map(({ ability, hit }) => ({ abilities: [ability], hit })),
        }));
        return colorbenchTables([{ agent, rows }], { mode: tabled, published });
      },
    },
    mainMetric: { name: 'CR', label: 'completion rate', unit: 'task', average: 'completion' },
    savedRuns: { read: (path, options) => readSavedColorbench(path, read.tasks, options) },
    world: { screen: (id) => world.screen(id), graph: () => world.graph },
    ...(sharesStream
      ? {
          sharedStream: {
            moveTo: (count) => {
              chooser({ seed: PUBLISHED_SEED, task: '', repeat: 0 }).position = count;
            },
          },
        }
      : {}),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function* listItems(
  tasks: ReadonlyMap<string, ColorbenchTask>,
  broken: ColorbenchTasks['broken'],
  split: Split,
): AsyncGenerator<BenchmarkItem> {
  for (const task of tasks.values()) {
    if (split === 'single-app' && task.appCount !== 1) continue;
    if (split === 'cross-app' && task.appCount === 1) continue;
    yield { id: task.id, task: toTask(task) };
  }
  if (split !== 'all') return;
  for (const { id, error } of broken) {
    const task = { id, instructions: { zh: '' }, apps: [], tags: [], milestones: [], evaluators: [] };
    yield { id, task, invalid: error.message };
  }
}

function byId(tasks: readonly ColorbenchTask[]): ReadonlyMap<string, ColorbenchTask> {
  return new Map(tasks.map((task) => [task.id, task]));
}

function brokenWarning({ id, error }: ColorbenchTasks['broken'][number]): string {
  return `task ${id} is left out: ${error.message}`;
}

function repairWarnings(repairs: readonly IdRepair[], mode: Mode): string[] {
  if (repairs.length === 0 || mode === 'reference') return [];
  const tasks = [...new Set(repairs.map(({ taskId }) => taskId))];
  return [
    `corrected mode takes ${repairs.length} page ids that are not in the graph for the recorded ones they differ from in a ` +
      `single digit (tasks ${tasks.join(', ')}); setting repairIds: false leaves them unreachable`,
  ];
}
