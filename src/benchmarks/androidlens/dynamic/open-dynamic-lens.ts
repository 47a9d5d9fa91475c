import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorldEnvironment } from '../../../domain/live/world-environment.js';
import { plural } from '../../../domain/text/plural.js';
import { TaskSchema, type Task } from '../../../domain/task.js';
import { UserError } from '../../../errors.js';
import { readAndroid } from '../../../formats/android/read-android.js';
import { readLive } from '../../../formats/live/read-live.js';
import type { Benchmark, BenchmarkItem, OpenBenchmarkOptions } from '../../benchmark.js';
import { androidPlace } from '../../suite/android-suite.js';
import { layAround } from '../../suite/lay-around.js';
import { livePlace } from '../../suite/live-suite.js';
import type { SuitePlace } from '../../suite/suite-benchmark.js';
import type { LensMapping } from '../field-mapping.js';
import type { LensLanguage } from '../lens-episode.js';
import type { LensLabels } from '../taxonomy/read-lens-labels.js';
import { dynamicTables } from './dynamic-tables.js';
import type { LensMaterial } from './judged-milestones.js';
import type { BrokenLensTask, LensTask, ReadLensTasks, StepLimit } from './lens-task.js';
import { readDynamicTasks } from './read-dynamic-tasks.js';
import { readRecordedTasks } from './read-recorded-tasks.js';
import { scoreDynamicLens, taskProgress } from './score-dynamic-lens.js';

/** Where tasks happen on phones. */
export type DynamicEnvironment = Exclude<WorldEnvironment, 'recorded'>;

export interface DynamicLensOptions {
  readonly kind: DynamicEnvironment;
  readonly dataDirectory: string;
  readonly split: string;
  readonly languages: readonly LensLanguage[];
  readonly limit: StepLimit;
  readonly mapping: LensMapping;
  readonly labels: LensLabels | null;
}

const NO_MILESTONES = 'the task has no milestones';

/**
 * AndroidLens on phones (`android.json`) or live web apps (`live.json`): tasks of `dynamic.json` in the same folder, or, where
 * there is none, those of the recorded episodes. A judge says which milestones were completed.
 *
 * Source: AndroidLens paper (supplement), dynamic evaluation.
 *
 * @throws {DatasetError} with file and place when the files cannot be used
 * @throws {DeviceFaultError | NoDeviceError} when there is no phone to run on
 */
export async function openDynamicLens(
  own: DynamicLensOptions,
  options: OpenBenchmarkOptions,
): Promise<Benchmark> {
  const { kind, dataDirectory, limit, labels, mapping } = own;
  const hasFile = existsSync(join(dataDirectory, 'dynamic.json'));
  const { signal, mode } = options;
  const read = hasFile
    ? await readDynamicTasks(dataDirectory, { limit, signal })
    : await readRecordedTasks(dataDirectory, { limit, mapping, signal });
  const place = await openPlace(kind, dataDirectory, read, options);
  const lensById = new Map(read.tasks.map((lens) => [lens.id, lens]));
  const items = itemsOf(read, place, own.languages, own.split);
  const lensOf = ({ id }: BenchmarkItem): LensTask => {
    const lens = lensById.get(id);
    if (lens === undefined) throw new UserError(`androidlens has no task ${id}`);
    return lens;
  };
  const without = items.filter(
    ({ id, invalid }) => invalid === undefined && lensById.get(id)?.groups.length === 0,
  );
  return {
    name: 'androidlens',
    version: '1',
    mode,
    split: own.split,
    dataHash: createHash('sha256').update(`${place.dataHash}\n${read.hash}`).digest('hex'),
    identity: {
      evaluation: 'dynamic',
      tasks: hasFile ? 'dynamic.json' : 'recorded episodes',
      'androidlens.protocol': { stepLimit: { ...limit } },
      ...(hasFile ? {} : { mapping }),
      ...(labels === null ? {} : { labels: labels.hash }),
    },
    warnings: [
      ...place.warnings,
      ...items.flatMap(({ id, invalid }) =>
        invalid === undefined ? [] : [`task ${id} is left out: ${invalid}`],
      ),
      ...withoutMilestones(without),
    ],
    items: {
      protocol: 'interactive',
      defaultMaxSteps: limit.least,
      async *list() {
        yield* items;
      },
      environments: layAround(place.environments, kind, options.around),
    },
    scorer: {
      score: async (item, episode, scored, { verdict }) =>
        scoreDynamicLens(lensOf(item), episode, {
          labels,
          mode: scored,
          ...(verdict === undefined ? {} : { verdict }),
        }),
      tables: (results, { agent, mode: tabled, published = false }) =>
        dynamicTables(results, { agent, published, about: `${own.split}, ${kind}, ${tabled} mode` }),
    },
    mainMetric: taskProgress,
    judging: {
      judges: ['androidlens', 'rubric', 'screenshots'],
      whyNot: (item) => (lensOf(item).groups.length === 0 ? NO_MILESTONES : null),
      material: (item): LensMaterial => ({ type: 'androidlens', groups: lensOf(item).groups }),
    },
    [Symbol.asyncDispose]: async () => place.close?.(),
  };
}

async function openPlace(
  kind: DynamicEnvironment,
  dataDirectory: string,
  { tasks }: ReadLensTasks,
  options: OpenBenchmarkOptions,
): Promise<SuitePlace> {
  const suiteTasks = tasks.map(({ task }) => task);
  switch (kind) {
    case 'android':
      return await androidPlace(
        await readAndroid(join(dataDirectory, 'android.json'), options),
        suiteTasks,
        options,
      );
    case 'chromium':
      return await livePlace(await readLive(dataDirectory, options), suiteTasks);
    default:
      return kind satisfies never;
  }
}

/** Tasks of the chosen languages; one that cannot be read and does not say its language is in `all` alone. */
function itemsOf(
  { tasks, broken }: ReadLensTasks,
  place: SuitePlace,
  languages: readonly LensLanguage[],
  split: string,
): readonly BenchmarkItem[] {
  const isChosen = ({ language }: Pick<BrokenLensTask, 'language'>): boolean =>
    language === null ? split === 'all' : languages.includes(language);
  const sound = tasks.filter(isChosen).map(({ id, task }): BenchmarkItem => {
    const invalid = place.whyImpossible(task);
    return { id, task, ...(invalid === null ? {} : { invalid }) };
  });
  const unreadable = broken
    .filter(isChosen)
    .map(({ id, invalid }): BenchmarkItem => ({ id, task: unreadableTask(id), invalid }));
  return [...sound, ...unreadable];
}

function unreadableTask(id: string): Task {
  return TaskSchema.parse({ id, instructions: { und: '' } });
}

function withoutMilestones(items: readonly BenchmarkItem[]): string[] {
  if (items.length === 0) return [];
  const named = items.slice(0, 5).map(({ id }) => id);
  const more = items.length > named.length ? ', …' : '';
  const have = items.length === 1 ? 'has' : 'have';
  return [
    `${plural(items.length, 'task')} ${have} no milestones and can be neither judged nor counted: ${named.join(', ')}${more}`,
  ];
}
