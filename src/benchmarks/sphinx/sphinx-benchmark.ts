import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sphinxTasksExport } from './task-writer/sphinx-tasks-export.js';
import { UserError } from '../../errors.js';
import type {
  Benchmark,
  BenchmarkDefinition,
  BenchmarkItem,
  ItemSource,
  MainMetric,
  OpenBenchmarkOptions,
} from '../benchmark.js';
import { chosenDimensions, chosenModalities } from '../dimensions/choose-dimensions.js';
import type { Dimension } from '../dimensions/dimension.js';
import type { DimensionSource } from '../dimensions/dimension-source.js';
import { dimensionWorld, hashDimensions } from '../dimensions/dimension-world.js';
import { openLiveNavigation, requireNavigation } from './live/live-navigation.js';
import { MAX_STEPS } from './navigation-item.js';
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
import { SPHINX_QUESTION_FORM } from './dimensions/sphinx-question-form.js';
import { SPHINX_SOURCES } from './dimensions/sphinx-sources.js';
import { SPHINX_SPLITS, sphinxSplit, type SphinxSplit } from './splits.js';
import { SPHINX_CAUSES } from './failure-causes.js';

const ACP: MainMetric = { name: 'ACP', label: 'average completion', unit: 'task', average: 'completion' };

/** Switches of runs on phones. */
const PHONE_OPTIONS = {
  reset: 'on a phone: restart (apps keep their data) or clear (removed before each task, and signed in)',
} as const;

/**
 * SPHINX in dimensions: what a model lacks, and not only that it fails. Settings: `dimensions` and `modality`, each names
 * separated by commas or `all`; `questions`, a file in place of the published `questions.json`. On phones (`--env android`)
 * navigation alone is measured.
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
  // Recordings in place of a phone, or phones.
  environments: ['recorded', 'android'],
  options: { ...PHONE_OPTIONS, ...SAVED_RUN_OPTIONS },
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
  failureCauses: SPHINX_CAUSES,
  paperTables: SPHINX_PAPER_TABLES,
  sourceExports: [sphinxTasksExport],
  questionForm: SPHINX_QUESTION_FORM,
  elsewhere: { scoreTrajectories: scoreSphinxElsewhere, demonstrations: sphinxDemonstrations },
};

/** What a run's items come from, and where they happen. */
interface Opened {
  readonly sources: readonly DimensionSource[];
  /** Where items happen on phones, and in which order. */
  readonly onPhones?: Pick<ItemSource, 'environments' | 'plan'>;
  readonly close: () => Promise<void>;
}

async function openSphinx(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { dataDirectory, signal } = options;
  if (dataDirectory === undefined)
    throw new UserError('sphinx needs its data', { hint: 'Name it with --data.' });
  const split = sphinxSplit(options.split ?? 'all');
  const given = { ...options, dataDirectory, split };
  const isOnPhones = options.environment?.kind === 'android';
  refuseStrangeOptions(options.settings, isOnPhones);
  const opened = await (isOnPhones ? openOnPhones(given) : openOnRecordings(given));
  try {
    return benchmarkOf(opened, { ...given, dataHash: await hashDimensions(opened.sources, { signal }) });
  } catch (error) {
    // Phones that nobody got would stay taken.
    await opened.close();
    throw error;
  }
}

function benchmarkOf(
  opened: Opened,
  { dataDirectory, mode, split, environment, dataHash, signal }: OpenOptions & { readonly dataHash: string },
): Benchmark {
  const isOnPhones = environment?.kind === 'android';
  const { sources } = opened;
  const { items, score } = dimensionWorld(sources, { defaultMaxSteps: MAX_STEPS });
  return {
    name: 'sphinx',
    version: '1',
    mode,
    split,
    dataHash,
    warnings: [...new Set(sources.flatMap(({ warnings }) => warnings))],
    items: { ...items, ...opened.onPhones },
    scorer: {
      score,
      tables: (results, { agent, mode: tabled, published, identity = null }) =>
        dimensionTables(results, {
          agent,
          mode: tabled,
          split,
          published: published === true,
          identity,
          isOnPhones,
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
    ...(isOnPhones
      ? {}
      : { world: { screen: (id: string) => sphinxScreen(dataDirectory, id), graph: () => null } }),
    [Symbol.asyncDispose]: opened.close,
  };
}

type OpenOptions = OpenBenchmarkOptions & { readonly dataDirectory: string; readonly split: SphinxSplit };

async function openOnPhones(options: OpenOptions): Promise<Opened> {
  requireNavigation(options.settings?.['dimensions']);
  const { source, plan, environments, close } = await openLiveNavigation(options);
  async function* planned(): AsyncGenerator<BenchmarkItem> {
    yield* plan;
  }
  return { sources: [source], onPhones: { environments, plan: planned }, close };
}

async function openOnRecordings({
  dataDirectory,
  split,
  mode,
  settings,
  signal,
}: OpenOptions): Promise<Opened> {
  const dimensions = chosenDimensions(settings?.['dimensions'], 'sphinx');
  const modalities = chosenModalities(settings?.['modality'], 'sphinx');
  const questions = settings?.['questions'];
  const questionsFile = typeof questions === 'string' ? questions : null;
  const open = (dimension: Dimension): Promise<DimensionSource> =>
    SPHINX_SOURCES[dimension]({ dataDirectory, split, mode, modalities, questionsFile, signal });
  const sources: DimensionSource[] = [];
  for (const dimension of dimensions) sources.push(await open(dimension));
  return { sources, close: async () => {} };
}

/** @throws {UserError} for switches that mean nothing here: a run of Touchstone says itself what it is */
function refuseStrangeOptions(settings: OpenBenchmarkOptions['settings'], isOnPhones: boolean): void {
  const given = settings?.['options'];
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  const name = names.find((one) => !(isOnPhones && Object.hasOwn(PHONE_OPTIONS, one)));
  if (name === undefined) return;
  const isOfPhones = Object.hasOwn(PHONE_OPTIONS, name);
  throw new UserError(
    `--benchmark-option ${name} is for ${isOfPhones ? 'runs on phones' : 'runs made elsewhere'}`,
    {
      hint: isOfPhones
        ? 'It goes with --env android.'
        : 'It goes with `touchstone score sphinx --trajectories`.',
    },
  );
}
