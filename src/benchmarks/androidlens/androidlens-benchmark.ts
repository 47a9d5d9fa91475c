import { resolve } from 'node:path';
import { historyWords } from '../../domain/recordings/recorded-history.js';
import type { Screen } from '../../domain/screen.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { DatasetError, UserError } from '../../errors.js';
import { readBytes } from '../../files/read-bytes.js';
import { parseJson, decodeUtf8 } from '../../formats/read-json-file.js';
import type { Benchmark, BenchmarkDefinition, OpenBenchmarkOptions } from '../benchmark.js';
import { keepLatest } from '../stepwise/keep-latest.js';
import { pictureFile } from '../stepwise/picture-file.js';
import { recordedBenchmark, recordedSettings, type RecordedDataset } from '../stepwise/recorded-benchmark.js';
import { isRecord, readMapping, type LensMapping } from './field-mapping.js';
import {
  LANGUAGES,
  lensEpisode,
  type EpisodeSource,
  type LensEpisode,
  type LensLanguage,
  type LensStep,
} from './lens-episode.js';
import { listEpisodes, picturesOf, type LensEntry } from './lens-folder.js';
import { LENS_OPTIONS, readLensProtocol, type LensProtocol } from './lens-protocol.js';
import { lensTables } from './lens-tables.js';
import { readLensPrediction } from './read-lens-prediction.js';
import { recordedLens } from './recorded-lens.js';
import { lensMetric, scoreLensEpisode } from './score-lens-episode.js';
import { readLensLabels, type LensLabels } from './taxonomy/read-lens-labels.js';
import { MAX_ANNOTATION, surveyLens } from './survey-lens.js';
import { ANDROIDLENS_PAPER_TABLES } from './paper-tables/androidlens-paper-tables.js';
import { ANDROIDLENS_DATA } from './androidlens-data.js';
import { LENS_EXAMPLES } from './androidlens-examples.js';
import { DYNAMIC_OPTIONS, readStepLimit, refuseStrangeOptions } from './dynamic/dynamic-options.js';
import { openDynamicLens, type DynamicEnvironment } from './dynamic/open-dynamic-lens.js';
import { lensEpisodesExport } from './episode-writer/lens-episodes-export.js';

/** Episodes kept, so that an item, its screens and its score do not read it three times. */
const KEPT = 16;

/**
 * AndroidLens: long recorded tasks in Chinese and English apps, each step of which is predicted from its recorded screen; on
 * phones (`--env android`, `--env chromium`) they are done, and a judge looks for their milestones. Settings of the first: `level` `high` or `low` (the step's own words are shown next to the instruction), `history`
 * `recorded`, `own` or `none`; options: a mapping of the data's keys, the protocol that judges steps, and what several
 * valid paths mean.
 *
 * Source: AndroidLens paper; which rules it used is not published, see `docs/benchmarks/androidlens.md`.
 */
export const androidlensBenchmark: BenchmarkDefinition = {
  name: 'androidlens',
  title:
    'AndroidLens: long tasks in Chinese and English, recorded and scored step by step, or on phones by milestones',
  protocol: 'stepwise',
  defaultMode: 'reference',
  splits: ['all', ...LANGUAGES],
  needsData: true,
  showsPublished: true,
  // Recorded steps, or phones.
  environments: ['recorded', 'android', 'chromium'],
  options: { ...LENS_OPTIONS, ...DYNAMIC_OPTIONS },
  examples: LENS_EXAMPLES,
  open: openLens,
  data: ANDROIDLENS_DATA,
  paperTables: ANDROIDLENS_PAPER_TABLES,
  sourceExports: [lensEpisodesExport],
};

async function openLens(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const kind = options.environment?.kind ?? 'recorded';
  refuseStrangeOptions(options, ownOptions(options), kind !== 'recorded');
  return await (kind === 'recorded' ? openStaticLens(options) : openOnPhones(kind, options));
}

async function openOnPhones(kind: DynamicEnvironment, options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { dataDirectory, split = 'all' } = options;
  if (dataDirectory === undefined) {
    throw new UserError('androidlens needs its data', { hint: 'Name it with --data.' });
  }
  const { mapping, labels } = await readLensOptions(options);
  const limit = readStepLimit(ownOptions(options));
  const languages = languagesOf(split);
  return await openDynamicLens(
    { kind, dataDirectory: resolve(dataDirectory), split, languages, limit, mapping, labels },
    options,
  );
}

async function openStaticLens(options: OpenBenchmarkOptions): Promise<Benchmark> {
  const { mode, signal } = options;
  const { dataDirectory, level, history } = recordedSettings('androidlens', options);
  const { protocol, mapping, labels } = await readLensOptions(options);
  const split = options.split ?? 'all';
  const entries = await listEpisodes(dataDirectory, languagesOf(split));
  const survey = await surveyLens(entries, mapping, { dataDirectory, signal });
  const { reading } = survey;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const read = keepLatest(KEPT, async (id) => {
    const entry = byId.get(id);
    if (entry === undefined) throw new DatasetError(`there is no episode ${id}`);
    return readLens(entry, { mapping, reading, dataDirectory, signal });
  });
  const screenOf = (id: string, step: LensStep): Screen => ({
    id: `${id}#${step.index}`,
    size: step.size,
    activity: null,
    picture: pictureFile(
      dataDirectory,
      () => step.picture,
      step.picture.toLowerCase().endsWith('.png') ? 'image/png' : 'image/jpeg',
    ),
    hierarchy: null,
  });
  const dataset: RecordedDataset = {
    name: 'androidlens',
    split,
    dataHash: survey.dataHash,
    identity: {
      level,
      history,
      'androidlens.protocol': protocol,
      mapping,
      reading,
      ...(labels === null ? {} : { labels: labels.hash }),
    },
    warnings: [...survey.warnings, ...(split === 'all' ? unknownLabels(labels, byId) : [])],
    source: {
      ids: () => byId.keys(),
      read: async (id) =>
        recordedLens(await read(id), {
          labels,
          screenOf: (step) => screenOf(id, step),
          place: { file: byId.get(id)?.file ?? id },
        }),
    },
    level,
    lowLevel: 'beside',
    history,
    hasTrees: false,
    count: null,
    splits: async () => [],
    predictions: { read: (value, { screen: { size } }) => readLensPrediction(value, { ...reading, size }) },
    screen: (screen) =>
      lazyScreen(screen, async (id, index) => {
        const step = (await read(id)).steps[index];
        if (step === undefined) throw new DatasetError(`episode ${id} has no step ${index}`);
        return screenOf(id, step);
      }),
    mainMetric: lensMetric,
    scorer: {
      score: async (item, episode, scoredMode) =>
        scoreLensEpisode(await read(item.id), episode, { protocol, labels, mode: scoredMode }),
      tables: (results, { agent, mode: tabled, published = false }) =>
        lensTables(results, {
          agent,
          level,
          protocol,
          published,
          about: `${split}, ${level}-level instructions, ${historyWords(history)}, ${tabled} mode`,
        }),
    },
  };
  return recordedBenchmark(dataset, mode);
}

function ownOptions({ settings }: Pick<OpenBenchmarkOptions, 'settings'>): Readonly<Record<string, unknown>> {
  const given = settings?.['options'];
  return isRecord(given) ? given : {};
}

/** What the user's own switches say, files read. */
async function readLensOptions(options: OpenBenchmarkOptions): Promise<{
  readonly protocol: LensProtocol;
  readonly mapping: LensMapping;
  readonly labels: LensLabels | null;
}> {
  const { signal, workingDirectory = '.' } = options;
  const own = ownOptions(options);
  const fileOf = (option: string): string | null => {
    const file = own[option];
    return typeof file === 'string' ? resolve(workingDirectory, file) : null;
  };
  const labelled = fileOf('labels');
  return {
    protocol: await readLensProtocol(own, { workingDirectory, signal }),
    mapping: await readMapping(fileOf('mapping'), { signal }),
    labels: labelled === null ? null : await readLensLabels(labelled, { signal }),
  };
}

/** A label of an episode that is not there helps nobody, and may be a slip. */
function unknownLabels(labels: LensLabels | null, entries: ReadonlyMap<string, LensEntry>): string[] {
  const unknown = [...(labels?.byEpisode.keys() ?? [])].filter((id) => !entries.has(id));
  return unknown.length === 0
    ? []
    : [
        `labels of episodes that are not here: ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? `, and ${unknown.length - 5} more` : ''}`,
      ];
}

async function readLens(
  entry: LensEntry,
  {
    dataDirectory,
    signal,
    ...how
  }: Pick<EpisodeSource, 'mapping' | 'reading'> & {
    readonly dataDirectory: string;
    readonly signal: AbortSignal;
  },
): Promise<LensEpisode> {
  const { id, language, file } = entry;
  const bounds = { maxBytes: MAX_ANNOTATION, within: dataDirectory, signal };
  const text = decodeUtf8(await readBytes(file, bounds), file);
  const pictures = picturesOf(entry, dataDirectory);
  return lensEpisode(parseJson(text, file), { id, language, pictures, place: { file }, ...how });
}

/** A screen of a recording by its id, `<episode>#<step>`; the annotation is read when somebody looks. */
function lazyScreen(id: string, find: (episode: string, step: number) => Promise<Screen>): Screen | null {
  const match = /^(.+)#(\d{1,6})$/s.exec(id);
  if (match?.[1] === undefined) return null;
  const [episode, step] = [match[1], Number(match[2])];
  return {
    id,
    size: null,
    activity: null,
    picture: {
      mediaType: 'image/png',
      load: async (options) => {
        const screen = await find(episode, step);
        if (screen.picture === null) throw new DatasetError(`the screen ${id} has no picture`);
        return screen.picture.load(options);
      },
    },
    hierarchy: null,
  };
}

function languagesOf(split: string): readonly LensLanguage[] {
  if (split === 'all') return LANGUAGES;
  const language = LANGUAGES.find((one) => one === split);
  if (language !== undefined) return [language];
  throw new UserError(`androidlens has no split "${split}"`, {
    hint: `${didYouMean(split, ['all', ...LANGUAGES])}It has all, en and zh.`,
  });
}
