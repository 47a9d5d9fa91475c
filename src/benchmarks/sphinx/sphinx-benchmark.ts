import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.js';
import type { Benchmark, BenchmarkDefinition, MainMetric, OpenBenchmarkOptions } from '../benchmark.js';
import { chosenDimensions, chosenModalities } from '../dimensions/choose-dimensions.js';
import type { DimensionSource } from '../dimensions/dimension-source.js';
import { dimensionWorld, hashDimensions } from '../dimensions/dimension-world.js';
import { dimensionTables } from './tables/dimension-tables.js';
import { lintSphinx } from './lint/lint-sphinx.js';
import { SPHINX_RULES } from './lint/rules.js';
import { sphinxDemonstrations } from './sphinx-demonstrations.js';
import { scoreSphinxElsewhere } from './score-elsewhere.js';
import { SAVED_RUN_OPTIONS } from './saved-runs/saved-condition.js';
import { SPHINX_DATA } from './sphinx-data.js';
import { SPHINX_PAPER_TABLES } from './paper-tables/sphinx-paper-tables.js';
import { SPHINX_EXAMPLES } from './sphinx-examples.js';
import { sphinxRecordings } from './recordings/sphinx-recordings.js';
import { sphinxScreen } from './recordings/sphinx-screen.js';
import { SPHINX_SOURCES } from './dimensions/sphinx-sources.js';
import { SPHINX_SPLITS, sphinxSplit } from './splits.js';

/** Steps of an item that wants several; questions take one, and say so. */
const MAX_STEPS = 20;

const ACP: MainMetric = { name: 'ACP', label: 'average completion', unit: 'task', average: 'completion' };

/**
 * SPHINX in dimensions: what a model lacks, and not only that it fails. Settings: `dimensions` and `modality`, each names
 * separated by commas or `all`; `questions`, a file in place of the published `questions.json`.
 *
 * Source: SPHINX paper, sections 3 and 5.2.
 */
export const sphinxBenchmark: BenchmarkDefinition = {
  name: 'sphinx',
  title: 'SPHINX: understanding goals, knowing apps, planning, grounding, following instructions, navigating',
  protocol: 'question',
  defaultMode: 'reference',
  splits: SPHINX_SPLITS,
  needsData: true,
  showsPublished: true,
  options: SAVED_RUN_OPTIONS,
  examples: SPHINX_EXAMPLES,
  open: openSphinx,
  // Recordings of real accounts: e-mail addresses.
  showsPersonalData: true,
  data: SPHINX_DATA,
  linter: {
    recognises: (folder) => existsSync(join(folder, 'groundtruth')),
    rules: SPHINX_RULES,
    lint: lintSphinx,
  },
  paperTables: SPHINX_PAPER_TABLES,
  elsewhere: { scoreTrajectories: scoreSphinxElsewhere, demonstrations: sphinxDemonstrations },
};

async function openSphinx(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { dataDirectory, mode, settings, signal } = options;
  if (dataDirectory === undefined)
    throw new UserError('sphinx needs its data', { hint: 'Name it with --data.' });
  refuseSavedRunOptions(settings);
  const split = sphinxSplit(options.split ?? 'all');
  const dimensions = chosenDimensions(settings?.['dimensions'], 'sphinx');
  const modalities = chosenModalities(settings?.['modality'], 'sphinx');
  const questionsFile = settings?.['questions'];
  const sources: DimensionSource[] = [];
  for (const dimension of dimensions) {
    const source = await SPHINX_SOURCES[dimension]({
      dataDirectory,
      split,
      mode,
      modalities,
      questionsFile: typeof questionsFile === 'string' ? questionsFile : null,
      signal,
    });
    sources.push(source);
  }
  const { items, score } = dimensionWorld(sources, { defaultMaxSteps: MAX_STEPS });
  return {
    name: 'sphinx',
    version: '1',
    mode,
    split,
    dataHash: await hashDimensions(sources, { signal }),
    warnings: [...new Set(sources.flatMap(({ warnings }) => warnings))],
    items,
    scorer: {
      score,
      tables: (results, { agent, mode: tabled, published, identity = null }) =>
        dimensionTables(results, {
          agent,
          mode: tabled,
          split,
          published: published === true,
          identity,
          dataDirectory,
          signal,
        }),
    },
    // Questions of other dimensions have none, and make no number together with tasks.
    ...(items.protocol === 'interactive' ? { mainMetric: ACP } : {}),
    recordings: {
      count: null,
      lowLevel: 'beside',
      episodes: () => sphinxRecordings(dataDirectory, split, { signal }),
      splits: async () => [],
    },
    world: { screen: (id) => sphinxScreen(dataDirectory, id), graph: () => null },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** @throws {UserError} since a run of Touchstone says itself what it is */
function refuseSavedRunOptions(settings: OpenBenchmarkOptions['settings']): void {
  const given = settings?.['options'];
  const [name] = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  if (name === undefined) return;
  throw new UserError(`--benchmark-option ${name} is for runs made elsewhere`, {
    hint: 'It goes with `touchstone score sphinx --trajectories`.',
  });
}
