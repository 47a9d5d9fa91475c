import { join, resolve } from 'node:path';
import type { Task } from '../../domain/task.js';
import { stepInstruction } from '../../domain/test-case.js';
import type { Evaluator } from '../../evaluators/evaluator.js';
import { madeEnvironments, type EnvironmentProvider } from '../../environments/environment-provider.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { graphIdentity } from '../../environments/graph/graph-identity.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { openFolderContent } from '../../formats/graph/content-source.js';
import { hashWorld } from '../../formats/graph/hash-world.js';
import { readGraph } from '../../formats/graph/read-graph.js';
import { readSuite, type ReadSuite } from '../../formats/suite/read-suite.js';
import type { Benchmark, BenchmarkItem, OpenBenchmarkOptions, RecordedWorld } from '../benchmark.js';
import { openSuiteDimensions } from './dimensions/open-suite-dimensions.js';
import { layAround } from './lay-around.js';
import { liveTables } from './live-tables.js';
import { scoreSuiteEpisode } from './score-suite-episode.js';
import { whyUnscorable } from './suite-rules.js';
import { isVoided } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { ItemResult } from '../../domain/score.js';
import type { MilestoneOutcome } from '../../evaluators/milestones.js';
import { abilitiesTable } from '../../metrics/abilities/abilities-table.js';
import {
  countAbilities,
  type ItemMilestones,
  type TaggedMilestone,
} from '../../metrics/abilities/ability-counts.js';
import { resultRow, type ResultRow } from '../../metrics/result-row.js';
import { summaryTable } from '../../metrics/summary.js';
import type { Table } from '../../metrics/tables/table.js';
import type { Milestone } from '../../domain/milestones/milestone.js';

/** Splits every suite has; a tag of its tasks is one too. */
const ALL = 'all';

/**
 * A world of one's own as a benchmark: a folder with `graph.json` and `suite.json` (docs/formats.md). An episode succeeds
 * when all its milestones are reached, in order where the task says so, and all its evaluator rules hold. With the
 * setting `level=low` tasks drafted from test cases are given their steps as written. With the setting `dimensions` its
 * world is asked about in dimensions.
 *
 * @throws {DatasetError} with file and place when the world cannot be used; a broken task, or one that
 * needs a state which is not in the graph, voids only itself.
 * @throws {UserError} when split, language or chooser name nothing.
 */
export async function openSuite(folder: string, options: OpenBenchmarkOptions): Promise<Benchmark> {
  const directory = resolve(folder);
  const graph = await readGraph(join(directory, 'graph.json'), options);
  const read = await readSuite(join(directory, 'suite.json'), options);
  const content = await openFolderContent(directory, options);
  const dataHash = await hashWorld(directory, graph, options);
  const world = new GraphWorld(graph, { content });
  const { mode } = options;
  const starts = new Map(read.suite.tasks.map((task) => [task.id, task.start ?? null]));
  const suite = suiteIn(
    {
      dataHash,
      whyImpossible: (task) => unknownName(task, world),
      warnings: missingContentWarning(world.missingContent()),
      environments: madeEnvironments(
        graphIdentity(mode),
        async () => new GraphEnvironment(world, { mode, startOf: (task) => starts.get(task) }),
      ),
      world: { screen: (id) => world.screen(id), graph: () => world.graph },
    },
    read,
    options,
  );
  if (options.settings?.['dimensions'] === undefined) return suite;
  return openSuiteDimensions(suite, world, directory, options);
}

/** Where the tasks of a suite are done: a recorded world, or a live one. */
export interface SuitePlace {
  readonly dataHash: string;
  /** Why nobody can do a task there, as a sentence; null where it can be done. */
  readonly whyImpossible: (task: Task) => string | null;
  readonly warnings: readonly string[];
  readonly environments: EnvironmentProvider<BenchmarkItem>;
  /** What was recorded; a live world has nothing of it. */
  readonly world?: RecordedWorld;
  /** Whose a failure of scoring is here, where it is another's than a recording's; what it is given unless it knows better. */
  readonly scoringFailure?: (error: unknown) => unknown;
  readonly close?: () => Promise<void>;
}

/** A suite's tasks as a benchmark, done in a place. @throws {UserError} when split, language or chooser name nothing. */
export function suiteIn(
  place: SuitePlace,
  { suite, broken }: ReadSuite,
  options: OpenBenchmarkOptions,
): Benchmark {
  refuseSharedStream(options.settings);
  const { mode, language, split = ALL, evaluators = new Map<string, Evaluator>() } = options;
  const { name, version } = suite;
  if (language !== undefined && !suite.languages.includes(language)) {
    throw new UserError(`the suite ${name} has no instructions in "${language}"`, {
      hint: `Its languages: ${suite.languages.join(', ')}.`,
    });
  }
  const readable = atLevel(suite, options.settings?.['level']).map((task): BenchmarkItem => {
    const invalid = place.whyImpossible(task) ?? whyUnscorable(task, evaluators);
    return { id: task.id, task, ...(invalid === null ? {} : { invalid }) };
  });
  const unreadable = broken.map(({ id, error }): BenchmarkItem => ({
    id,
    task: { id, instructions: { und: '' }, apps: [], tags: [], milestones: [], evaluators: [] },
    invalid: error.message,
  }));
  const items = [...readable, ...unreadable];
  const listed = ofSplit(items, split, name);
  return {
    name,
    version,
    mode,
    split,
    dataHash: place.dataHash,
    warnings: [
      ...items.flatMap(({ id, invalid }) =>
        invalid === undefined ? [] : [`task ${id} is left out: ${invalid}`],
      ),
      ...place.warnings,
    ],
    items: {
      protocol: 'interactive',
      defaultMaxSteps: suite.defaultMaxSteps,
      async *list() {
        yield* listed;
      },
      environments: layAround(place.environments, options.environment?.kind, options.around),
    },
    scorer: {
      score: async ({ task }, { trajectory }, scored, { signal }) => {
        try {
          return await scoreSuiteEpisode({ task, trajectory, mode: scored, signal }, evaluators);
        } catch (error) {
          throw place.scoringFailure?.(error) ?? error;
        }
      },
      tables: (results, { agent, mode: tabled }) =>
        suiteTables(results, { agent, mode: tabled, suite: name }),
    },
    ...(place.world === undefined ? {} : { world: place.world }),
    [Symbol.asyncDispose]: async () => place.close?.(),
  };
}

/** Environments work without pictures and hierarchies; agents that need them may not. */
function missingContentWarning(missing: readonly string[]): string[] {
  const [first] = missing;
  if (first === undefined) return [];
  const count =
    missing.length === 1 ? '1 picture or hierarchy' : `${missing.length} pictures and hierarchies`;
  return [`${count} named by the graph cannot be found, first ${first}`];
}

/** The one random stream for a whole run belongs to the published runs of one benchmark. Source: ColorBench. */
function refuseSharedStream(settings: OpenBenchmarkOptions['settings']): void {
  if (settings?.['chooser'] !== 'python-mt') return;
  throw new UserError(
    'the chooser python-mt repeats the published runs of one benchmark, which this is not',
    {
      hint: 'Leave --chooser out.',
    },
  );
}

/** The tasks with the instructions of a level: `low` says the steps of a test case as they are written. */
function atLevel({ name, tasks }: ReadSuite['suite'], level: unknown): readonly Task[] {
  if (level !== 'low') return tasks;
  if (!tasks.some(({ testCase }) => testCase !== undefined)) {
    throw new UserError(`the suite ${name} has no tasks with written steps`, {
      hint: 'Leave --level out; `touchstone import test-cases` makes tasks that have them.',
    });
  }
  return tasks.map((task): Task => {
    const { testCase } = task;
    if (testCase === undefined) return task;
    const text = stepInstruction(testCase);
    const languages = Object.keys(task.instructions);
    return { ...task, instructions: Object.fromEntries(languages.map((language) => [language, text])) };
  });
}

/** Items of a split. A task that cannot be read has no tags, so it is in `all` only. */
function ofSplit(items: readonly BenchmarkItem[], split: string, suite: string): readonly BenchmarkItem[] {
  if (split === ALL) return items;
  const chosen = items.filter(({ task }) => task.tags.includes(split));
  if (chosen.length > 0) return chosen;
  const tags = [...new Set(items.flatMap(({ task }) => task.tags))].toSorted();
  throw new UserError(`the suite ${suite} has no split "${split}"`, {
    hint: `${didYouMean(split, [ALL, ...tags])}Its splits: ${[ALL, ...tags].join(', ')}.`,
  });
}

/** Result tables of a suite: the summary, and the atomic capabilities where milestones name any. */
export async function suiteTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  options: { readonly agent: string; readonly mode: Mode; readonly suite: string },
): Promise<readonly Table[]> {
  const rows: ResultRow[] = [];
  const items: ItemMilestones[] = [];
  const live: ItemResult[] = [];
  for await (const result of results) {
    rows.push(resultRow(result));
    const { events = [], user } = result.task;
    if (events.length > 0 || user !== undefined) live.push(result);
    // What a voided episode missed says nothing about an ability.
    if (!isVoided(result.outcome)) items.push({ key: result.key, milestones: milestonesOf(result) });
  }
  const title = `${options.suite}, ${options.mode} mode`;
  const summary = summaryTable([{ agent: options.agent, rows }], { title });
  const abilities = countAbilities(items).toSorted((a, b) => (a.ability < b.ability ? -1 : 1));
  const byAbility = abilities.length === 0 ? [] : [abilitiesTable([{ agent: options.agent, abilities }])];
  return [summary, ...byAbility, ...liveTables(live)];
}

function milestonesOf({ result }: ItemResult): readonly TaggedMilestone[] {
  const score = result.scores.find(({ evaluator }) => evaluator === 'milestones')?.score;
  if (score?.status !== 'scored') return [];
  // Written by the milestones evaluator, whose details these are.
  const details = score.details as { readonly milestones: readonly MilestoneOutcome[] };
  return details.milestones.map(({ abilities, step }) => ({ abilities, hit: step !== null }));
}

/**
 * Why nobody can do a task in this world, as a sentence: it starts nowhere, or a screen milestone names no state and no
 * screen that there is. null when every name it needs is in the graph.
 */
function unknownName(task: Task, world: GraphWorld): string | null {
  const isNode = (id: string): boolean => world.graph.nodeIndex.has(id);
  if (task.start !== undefined && !isNode(task.start)) {
    return `task "${task.id}" starts on "${task.start}", which is not in the graph`;
  }
  for (const milestone of task.milestones) {
    const reason = unknownScreen(milestone, (id) => isNode(id) || world.hasScreen(id));
    if (reason !== null) return `task "${task.id}": ${reason}`;
  }
  return null;
}

/** Why a milestone can never be reached; of alternatives one that is known is enough. */
function unknownScreen(milestone: Milestone, isKnown: (id: string) => boolean): string | null {
  if (milestone.type === 'answer') return null;
  if (milestone.type === 'group') {
    const reasons = milestone.children.map((child) => unknownScreen(child, isKnown));
    const missing = reasons.filter((reason) => reason !== null);
    const isLost =
      milestone.order === 'alternatives' ? missing.length === reasons.length : missing.length > 0;
    return isLost ? (missing[0] ?? null) : null;
  }
  if (milestone.screens.some(isKnown)) return null;
  const names = milestone.screens.map((id) => `"${id}"`).join(', ');
  const are = milestone.screens.length === 1 ? 'is' : 'are';
  return `milestone "${milestone.id}" needs ${names}, which ${are} not in the graph`;
}
