import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { BugError, DatasetError, UserError } from '../../errors.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import type { Benchmark, BenchmarkDefinition, BenchmarkItem, OpenBenchmarkOptions } from '../benchmark.js';
import { layAround } from '../suite/lay-around.js';
import type { EnvironmentProvider } from '../../environments/environment-provider.js';
import { EarlyStopEnvironment } from './live/early-stop.js';
import { openAndroid, openChromium } from './live/open-place.js';
import { PROBENCH_PAPER_TABLES } from './paper-tables/probench-paper-tables.js';
import { PROBENCH_DATA } from './probench-data.js';
import { PROBENCH_EXAMPLES } from './probench-examples.js';
import { probenchCondition } from './published-conditions.js';
import { probenchEnd } from './scoring/completion-signal.js';
import { scoreProbench } from './scoring/score-probench.js';
import { probenchTables } from './tables/probench-tables.js';
import { probenchItem } from './tasks/probench-item.js';
import { PROBENCH_SPLITS, readProbenchTasks, type ProbenchSplit } from './tasks/read-tasks.js';
import { PROBENCH_CAUSES } from './failure-causes.js';

/** Steps of a task, that which says it is done included. Source: ProBench paper, section 4.1. */
const MAX_STEPS = 15;

/**
 * ProBench: tasks in one live app each, some of which are judged by what was done on the way as well. Success is left to a judge.
 *
 * Source: ProBench paper (arXiv 2511.09157). There is no code of it: docs/benchmarks/probench.md says what is ours.
 */
export const probenchBenchmark: BenchmarkDefinition = {
  name: 'probench',
  title: 'ProBench: tasks in one live app, judged by the last screen and by key operations on the way',
  protocol: 'interactive',
  defaultMode: 'reference',
  splits: PROBENCH_SPLITS,
  needsData: true,
  showsPublished: true,
  environments: ['android', 'chromium'],
  options: { tasks: 'a task file of your own in place of tasks.en.json and tasks.zh.json' },
  examples: PROBENCH_EXAMPLES,
  open: openProbench,
  conditionOf: probenchCondition,
  data: PROBENCH_DATA,
  failureCauses: PROBENCH_CAUSES,
  paperTables: PROBENCH_PAPER_TABLES,
};

async function openProbench(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { mode, environment, around, signal } = options;
  const folder = folderOf(options);
  const split = splitOf(options.split ?? 'all');
  const read = await readProbenchTasks(folder, { split, ownFile: ownFileOf(options), signal });
  const open = environment?.kind === 'chromium' ? openChromium : openAndroid;
  const place = await open(folder, read, options);
  const items = read.tasks.map((task): BenchmarkItem => ({
    ...probenchItem(task),
    ...place.whyImpossible(task),
  }));
  const byId = new Map(read.tasks.map((task) => [task.id, task]));
  return {
    name: 'probench',
    version: '1',
    mode,
    split,
    dataHash: createHash('sha256').update(`${read.hash}\n${place.hash}`).digest('hex'),
    warnings: [
      ...read.warnings,
      ...place.warnings,
      ...items.flatMap(({ id, invalid }) =>
        invalid === undefined ? [] : [`task ${id} is left out: ${invalid}`],
      ),
    ],
    items: {
      protocol: 'interactive',
      defaultMaxSteps: MAX_STEPS,
      formatErrors: 'wait',
      async *list() {
        yield* items;
      },
      environments: endedEarly(layAround(place.environments, environment?.kind, around)),
    },
    scorer: {
      score: async ({ id }, episode, scored, { verdict }) => {
        const task = byId.get(id);
        if (task === undefined) throw new DatasetError(`there is no task "${id}" in ${split}`);
        if (episode.trajectory.steps.length === 0) throw new BugError(`nothing was seen of ${id}`);
        return scoreProbench(task, episode, {
          mode: scored,
          appPackage: place.packageOf(task),
          ...(verdict === undefined ? {} : { verdict }),
        });
      },
      tables: (results, { agent, mode: tabled, published = false }) =>
        probenchTables(results, { agent, mode: tabled, published }),
    },
    judging: {
      judges: ['probench', 'rubric', 'screenshots'],
      whyNot: (_, episode) => {
        const end = probenchEnd(episode);
        return end.type === 'completed' ? null : `uncompleted: ${end.why}`;
      },
      kindOf: ({ tags }) =>
        tags.includes('process') ? 'process-related' : tags.includes('state') ? 'state-related' : null,
    },
    [Symbol.asyncDispose]: place.close,
  };
}

/** Whatever is lent, with the rule that ends episodes early around all else, so that it sees every operation. */
function endedEarly(provider: EnvironmentProvider<BenchmarkItem>): EnvironmentProvider<BenchmarkItem> {
  return {
    identity: provider.identity,
    get capacity() {
      return provider.capacity;
    },
    lend: async (item, options) => new EarlyStopEnvironment(await provider.lend(item, options)),
  };
}

function folderOf({ dataDirectory }: OpenBenchmarkOptions): string {
  if (dataDirectory !== undefined) return resolve(dataDirectory);
  throw new UserError('probench needs its data', {
    hint: 'Name the folder with --data; `touchstone data check probench DIR` says what belongs in it.',
  });
}

function splitOf(name: string): ProbenchSplit {
  const split = PROBENCH_SPLITS.find((known) => known === name);
  if (split !== undefined) return split;
  throw new UserError(`probench has no split "${name}"`, {
    hint: `${didYouMean(name, PROBENCH_SPLITS)}It has ${PROBENCH_SPLITS.join(', ')}.`,
  });
}

/** One's own task file, absolute; null where none is named. */
function ownFileOf({ settings, workingDirectory = '.' }: OpenBenchmarkOptions): string | null {
  const given = settings?.['options'];
  const options: Readonly<Record<string, unknown>> =
    typeof given === 'object' && given !== null ? { ...given } : {};
  const strange = Object.keys(options).find((name) => name !== 'tasks');
  if (strange !== undefined) {
    throw new UserError(`probench has no option "${strange}"`, { hint: 'It has tasks=FILE.' });
  }
  const { tasks } = options;
  return typeof tasks === 'string' ? resolve(workingDirectory, tasks) : null;
}
