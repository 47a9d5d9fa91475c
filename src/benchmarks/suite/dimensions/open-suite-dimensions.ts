import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphWorld } from '../../../environments/graph/graph-world.js';
import { FileUnreadableError } from '../../../formats/file-errors.js';
import type { Benchmark, OpenBenchmarkOptions } from '../../benchmark.js';
import { chosenDimensions, chosenModalities } from '../../dimensions/choose-dimensions.js';
import { DIMENSIONS, type Dimension } from '../../dimensions/dimension.js';
import type { DimensionSource } from '../../dimensions/dimension-source.js';
import { dimensionWorld, hashDimensions } from '../../dimensions/dimension-world.js';
import { formatItems } from '../../dimensions/format-items.js';
import { NO_SCREEN } from '../../dimensions/question-item.js';
import { questionSource } from '../../dimensions/question-source.js';
import { openGrounding } from './grounding-source.js';
import { openKnowledge } from './knowledge-source.js';
import { isNavigation, openNavigation } from './navigation-source.js';
import { openPlanning } from './planning-source.js';
import { solveTasks, type SolvedTask } from './solved-tasks.js';
import type { OpenSuiteSource, SuiteWorld } from './suite-world.js';
import type { Mode } from '../../../domain/mode.js';
import type { ItemResult } from '../../../domain/score.js';
import { ratesTable } from '../../../metrics/tables/rates-table.js';
import type { Table } from '../../../metrics/tables/table.js';
import { dimensionRows, measureDimensions, profileNumbers } from '../../dimensions/dimension-measures.js';
import { itemsTable, namedMeasures, profileTable } from '../../dimensions/tables/profile-tables.js';

/** Seed of the tasks that ask for nothing but a form, which are the same for every world. */
const FORMAT_SEED = 1;

const SOURCES: Readonly<Record<Dimension, OpenSuiteSource>> = {
  goal: openKnowledge('goal'),
  knowledge: openKnowledge('knowledge'),
  planning: openPlanning,
  grounding: openGrounding,
  instructions: async ({ signal }) =>
    questionSource(
      { dimension: 'instructions', warnings: [], files: () => [], questions: () => formatItems(FORMAT_SEED) },
      { signal },
    ),
  navigation: openNavigation,
};

/**
 * A suite in dimensions, made from its own world: questions from `questions.json`, planning from the shortest
 * solutions of its tasks, grounding from what its edges touch, navigation from its tasks as they are. Settings:
 * `dimensions`, `modality`, and `questions`, a file in place of the world's.
 *
 * Source: SPHINX paper, section 3, for what is asked and how it is scored.
 *
 * @throws {DatasetError} with file and place when questions were asked for and cannot be read
 * @throws {UserError} when a dimension or modality is none
 */
export async function openSuiteDimensions(
  suite: Benchmark,
  world: GraphWorld,
  directory: string,
  { settings, language, signal }: OpenBenchmarkOptions,
): Promise<Benchmark> {
  const given = settings?.['dimensions'];
  const dimensions = chosenDimensions(given, suite.name);
  let tasks: Promise<readonly SolvedTask[]> | null = null;
  const from: SuiteWorld = {
    suite,
    world,
    modalities: chosenModalities(settings?.['modality'], suite.name),
    language,
    questionsFile: findQuestions(directory, settings?.['questions'], dimensions),
    solved: () => (tasks ??= solveTasks(suite, world, { signal })),
    signal,
  };
  const sources: DimensionSource[] = [];
  for (const dimension of dimensions) sources.push(await SOURCES[dimension](from));
  const { items, score } = dimensionWorld(sources, suite.items);
  return {
    name: suite.name,
    version: suite.version,
    mode: suite.mode,
    split: suite.split,
    dataHash: createHash('sha256')
      .update(`${suite.dataHash}\n${await hashDimensions(sources, { signal })}\n`)
      .digest('hex'),
    warnings: [...suite.warnings, ...sources.flatMap(({ warnings }) => warnings)],
    items,
    scorer: {
      score,
      tables: (results, { agent, mode }) => suiteDimensionTables(results, { agent, mode, suite: suite.name }),
    },
    world: {
      graph: (item) => (isNavigation(item) ? world.graph : null),
      screen: (id) => (id === NO_SCREEN.id ? NO_SCREEN : world.screen(id)),
    },
    [Symbol.asyncDispose]: () => suite[Symbol.asyncDispose](),
  };
}

/** The world's questions, or others; null where there are none and they were not asked for by name. */
function findQuestions(directory: string, given: unknown, chosen: readonly Dimension[]): string | null {
  if (typeof given === 'string') return given;
  const own = join(directory, 'questions.json');
  if (existsSync(own)) return own;
  const asked = chosen.find((dimension) => dimension === 'goal' || dimension === 'knowledge');
  // Whoever asks for all takes what there is.
  if (asked === undefined || chosen.length === DIMENSIONS.length) return null;
  throw new FileUnreadableError(`the dimension ${asked} needs questions, and the world has none`, {
    place: { file: own },
    hint: 'Write some as docs/formats.md describes, or name a file with --questions.',
  });
}

/** Tables of a suite's run in dimensions: the profile, every number with its interval, what was asked. */
async function suiteDimensionTables(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
  { agent, mode, suite }: { readonly agent: string; readonly mode: Mode; readonly suite: string },
): Promise<readonly Table[]> {
  const rows = await dimensionRows(results);
  const measures = measureDimensions(rows, mode);
  const title = `${suite} in dimensions`;
  return [
    profileTable(agent, profileNumbers(measures), { title: `${title}, ${mode} mode` }),
    ratesTable(namedMeasures(agent, measures), {
      id: 'dimension-rates',
      title: `${title}: the numbers, ${mode} mode`,
    }),
    ...(rows.questions.length === 0 ? [] : [itemsTable(rows.questions)]),
  ];
}
