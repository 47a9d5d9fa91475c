import { comparedParts } from '../../benchmarks/dimensions/compared-parts.js';
import { areInDimensions } from '../../benchmarks/dimensions/dimension.js';
import { dimensionRows } from '../../benchmarks/dimensions/dimension-measures.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { ItemKey } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import { readResults } from '../../formats/run/scores/read-results.js';
import { listScoreFiles } from '../../formats/run/run-folder.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { isSameRun } from '../../formats/run/same-run.js';
import { scoreRun } from '../../engine/score-run.js';
import { TouchstoneError } from '../../errors.js';
import type { ComparedPart } from '../../metrics/comparison/compare-parts.js';
import type { ReportRunInput } from '../../report/html/collect-run.js';
import type { PictureFinder, PicturePolicy } from '../../report/html/picture-store.js';
import type { ReportLanguage } from '../../report/html/report-data.js';
import { writeReport, type SingleFileOptions, type WrittenReport } from '../../report/html/write-report.js';
import { reportMarkdown } from '../../report/summary/report-markdown.js';
import { smallWebp } from '../../observations/pictures/small-webp.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { writeCsvFolder } from './csv-folder.js';
import { AGENTS } from '../../registry/agents.js';
import { BENCHMARKS } from '../../registry/benchmarks.js';
import { VERSION } from '../../version.js';
import { answerTables } from '../results/answer-tables.js';
import type { AppContext, OnWarnings } from '../app-context.js';
import { callTables } from '../results/call-tables.js';
import { passTables } from '../results/pass-tables.js';
import { phoneUseTables } from '../results/phone-use-tables.js';
import { plannedResults } from '../results/planned-results.js';
import { openOfRun } from '../run/run-benchmark.js';
import { forkNote } from '../fork/fork-words.js';
import { agentLabel, noted, watched } from '../results/run-tables.js';

export interface ReportRunsOptions {
  readonly output: string;
  readonly pictures: PicturePolicy;
  readonly language?: ReportLanguage;
  readonly title?: string;
  /** Everything in one file of at most so many bytes. */
  readonly single?: Pick<SingleFileOptions, 'maxBytes' | 'onSize'>;
  /** Path of a summary as Markdown, and folder of the results, episodes and steps as CSV. */
  readonly markdown?: string;
  readonly csv?: string;
  readonly onWarnings?: OnWarnings;
}

/**
 * Writes the HTML report of some runs. Runs nobody scored are scored first. Where a run's benchmark is available, the
 * report shows its own tables and the screenshots of its world; else what the run itself holds.
 */
export async function reportRuns(
  directories: readonly string[],
  options: ReportRunsOptions,
  context: Pick<AppContext, 'interrupted'>,
): Promise<WrittenReport> {
  const opened: Benchmark[] = [];
  try {
    const runs: ReportRunInput[] = [];
    const seen: RunIndex[] = [];
    for (const directory of directories) {
      const index = await readableRun(directory, context.interrupted);
      // What cannot be read, and a copy of a run that is there already, are the report's to name.
      const isLeftOut = index === null || seen.some((other) => isSameRun(other, index));
      runs.push(
        isLeftOut
          ? { directory }
          : {
              ...(await runInput(index, opened, {
                signal: context.interrupted,
                onWarnings: options.onWarnings,
              })),
              ...agentTitle(index),
            },
      );
      if (index !== null && !isLeftOut) seen.push(index);
    }
    const { onWarnings: _, single, markdown, csv, ...shown } = options;
    const { interrupted: signal } = context;
    return await writeReport({
      ...shown,
      ...(single === undefined ? {} : { single: { ...single, scale: scaledPicture } }),
      runs,
      touchstone: VERSION,
      signal,
      onIndex: async (index) => {
        if (markdown !== undefined) await writeWholeFile(markdown, reportMarkdown(index), { signal });
        if (csv !== undefined) await writeCsvFolder(csv, index, seen, { signal });
      },
    });
  } finally {
    for (const benchmark of opened) await benchmark[Symbol.asyncDispose]();
  }
}

/** One of a plug-in may have any name: it is not loaded to be described. */
function agentTitle({ start }: RunIndex): Pick<ReportRunInput, 'agentTitle'> {
  const { agent, plugins } = start.identity;
  const title = plugins === undefined ? AGENTS.get(agent.name)?.title : undefined;
  return title === undefined ? {} : { agentTitle: title };
}

function scaledPicture(bytes: Uint8Array): ReturnType<typeof smallWebp> {
  return smallWebp(bytes, { file: 'a picture of the report' });
}

async function readableRun(directory: string, signal: AbortSignal): Promise<RunIndex | null> {
  try {
    return await indexRun(directory, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return null;
  }
}

/** `opened` gets the benchmark as soon as it is open, so that the caller disposes of it even after an error. */
async function runInput(
  index: RunIndex,
  opened: Benchmark[],
  { signal, onWarnings }: { readonly signal: AbortSignal; readonly onWarnings: OnWarnings | undefined },
): Promise<ReportRunInput> {
  const { directory } = index;
  const inDimensions = areInDimensions(index.tasks.values());
  const { benchmark: named, plugins } = index.start.identity;
  // A plug-in's benchmark that cannot be opened may show anybody.
  const mayShow = BENCHMARKS.has(named.name)
    ? BENCHMARKS.get(named.name)?.showsPersonalData === true
    : plugins !== undefined;
  const phones = await phoneUseTables(index, { signal });
  try {
    const { definition, benchmark } = await openOfRun(directory, { signal });
    opened.push(benchmark);
    const showsPersonalData = definition.showsPersonalData === true;
    const { mode } = benchmark;
    if ((await listScoreFiles(directory)).length === 0) {
      await scoreRun(directory, benchmark, { modes: [mode], touchstone: VERSION, signal });
    }
    const notRun: ItemKey[] = [];
    const results = watched(plannedResults(index, benchmark, { mode, signal }), ({ key, outcome }) => {
      if (outcome === 'not_run') notRun.push(key);
    });
    const parts = inDimensions ? await partsOf(index, { mode, signal }) : [];
    const agent = agentLabel(index);
    const own = await benchmark.scorer.tables(results, {
      agent,
      mode,
      identity: index.start.identity,
    });
    const answers = await answerTables(index, benchmark, { agent, signal });
    const passes = await passTables(index, { mode, signal });
    const fork = forkNote(index.start.identity);
    const tables = [
      ...noted(own, fork === null ? [] : [fork]),
      ...passes,
      ...phones.tables,
      ...answers,
      ...callTables(index, agent),
    ];
    const picture = pictureFinder(benchmark, signal);
    const { splitAverages = [] } = definition;
    return { directory, inDimensions, parts, splitAverages, showsPersonalData, tables, notRun, picture };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    // The report itself names what of a run cannot be read; here only the world's tables and pictures are lost.
    onWarnings?.([`${directory}: without the benchmark's tables and pictures: ${error.message}`]);
    const parts = inDimensions ? await partsOf(index, { mode: index.start.identity.mode, signal }) : [];
    const tables = [...phones.tables, ...callTables(index, agentLabel(index))];
    return { directory, inDimensions, parts, showsPersonalData: mayShow, tables };
  }
}

/** What a run in dimensions is compared by; nothing where its scores cannot be read, which the report names itself. */
async function partsOf(
  index: RunIndex,
  { mode, signal }: { readonly mode: Mode; readonly signal: AbortSignal },
): Promise<readonly ComparedPart[]> {
  try {
    const rows = await dimensionRows(readResults(index, mode, { signal }));
    return comparedParts(rows, { mode, metric: 'success' });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    return [];
  }
}

function pictureFinder(benchmark: Benchmark, signal: AbortSignal): PictureFinder {
  return (screenId) => {
    const picture = benchmark.world?.screen(screenId)?.picture ?? null;
    return picture === null ? null : { mediaType: picture.mediaType, load: () => picture.load({ signal }) };
  };
}
