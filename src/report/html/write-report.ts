import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Mode } from '../../domain/mode.js';
import { TouchstoneError, UserError } from '../../errors.js';
import type { Table } from '../../metrics/tables/table.js';
import type { RunRates } from '../../formats/results/run-rates.js';
import { writeFailure } from '../../files/file-write-error.js';
import { streamBytes } from '../../files/stream-bytes.js';
import { indexRun, indexRunWithSteps, readRunStart, type RunIndex } from '../../formats/run/run-index.js';
import { isSameRun } from '../../formats/run/same-run.js';
import { BlockWriter, scriptBlock } from './block-writer.js';
import {
  collectRun,
  unknownTask,
  writeSteps,
  type CollectedRun,
  type CollectOptions,
  type ReportRunInput,
  type RunSinks,
  type WrittenSteps,
} from './collect-run.js';
import { itemKeyText } from '../../domain/episode.js';
import { pack } from './pack.js';
import { pageParts } from './page.js';
import { EmbeddedPictures, type PictureScaler } from './embedded-pictures.js';
import { PictureStore, type PicturePolicy, type ReportPictures } from './picture-store.js';
import { OUTCOMES } from '../view/outcome-numbers.js';
import type { ReportIndex } from '../view/report-index.js';
import type { ReportLanguage } from '../view/report-language.js';
import type { ReportProblem } from '../view/report-problem.js';
import type { ReportRun } from '../view/report-run.js';
import { composeIndex } from '../view/compose-index.js';
import { loadViewer, type ViewerAssets } from './viewer-assets.js';

export interface WriteReportOptions {
  /** In the order in which they are to be shown. */
  readonly runs: readonly (string | ReportRunInput)[];
  /** Path of the HTML file; its folder is made. Copied pictures go to a folder of the same name plus `-pictures`. */
  readonly output: string;
  /** Version of Touchstone. */
  readonly touchstone: string;
  /** Language to begin with; the reader's browser decides when absent. */
  readonly language?: ReportLanguage;
  /** Heading; the benchmarks' names when absent. */
  readonly title?: string;
  readonly pictures?: PicturePolicy;
  /** Everything in the one file, pictures too; `link` is then no policy for them. */
  readonly single?: SingleFileOptions;
  /** Called with all but the steps once every run is read, before the report is there. */
  readonly onIndex?: (index: ReportIndex) => Promise<void>;
  readonly writtenAt?: Date;
  /** The viewer, where it is not the one that comes with Touchstone. */
  readonly viewer?: ViewerAssets;
  readonly signal?: AbortSignal;
}

/** How a report becomes one file that can be mailed. */
export interface SingleFileOptions {
  /** Most bytes of the file; pictures that no longer fit are left out, those of failed episodes last. */
  readonly maxBytes: number;
  readonly scale: PictureScaler;
  /** Called with what the file will be, before it is written. */
  readonly onSize?: (size: SingleFileSize) => void;
}

/** What a report of one file comes to, in bytes. */
export interface SingleFileSize {
  readonly bytes: number;
  readonly maxBytes: number;
  /** With all pictures, those left out by the mean of the others. */
  readonly wholeBytes: number;
  readonly embedded: number;
  readonly leftOut: number;
}

/** What a report says of a run as a whole. */
export interface ReportedRun {
  readonly run: string;
  readonly label: string;
  readonly benchmark: string;
  readonly mode: Mode;
  /** Null where its items measure several things apart. */
  readonly rates: RunRates | null;
}

/** What was written. */
export interface WrittenReport {
  readonly file: string;
  readonly bytes: number;
  readonly runs: number;
  /** Episodes that came to an end. */
  readonly episodes: number;
  /** Episodes that are shown in addition: under way when their run stopped, or kept from being begun by a budget. */
  readonly unfinished: number;
  readonly picturesCopied: number;
  /** Folders of pictures that the report needs next to it, relative to it; empty where it is whole by itself. */
  readonly pictureFolders: readonly string[];
  /** Of a report that is one file. */
  readonly single?: SingleFileSize;
  /** What each run came to, in the order in which they are shown. */
  readonly results: readonly ReportedRun[];
  /** Of runs on several splits: each split and the averages. */
  readonly splits: readonly Table[];
  /** What is missing from the report; it says so itself. */
  readonly problems: readonly ReportProblem[];
}

/**
 * Writes one HTML file about one or several runs: it opens from disk, loads nothing but pictures next to it, and holds
 * every step. Journals are read as a stream; memory grows with the number of episodes, not with what happened in them.
 *
 * A run that cannot be read is named in the report, and the others are shown.
 *
 * @throws {TouchstoneError} when no run can be read; {FileWriteError} when the report cannot be written: what there was of
 * it is removed, copied pictures too, and a report of that name from before stays as it was
 */
export async function writeReport(options: WriteReportOptions): Promise<WrittenReport> {
  const output = resolve(options.output);
  if (options.runs.length === 0) {
    throw new UserError('A report needs at least one run', { hint: 'Name the folders of the runs.' });
  }
  const draft = `${output}.${process.pid}.draft`;
  const blocks = `${output}.${process.pid}.blocks`;
  const { single } = options;
  const policy = options.pictures ?? 'auto';
  const embedded =
    single === undefined || policy === 'link'
      ? null
      : new EmbeddedPictures({ pictures: policy, scale: single.scale });
  const pictures = embedded ?? new PictureStore(options.output, policy);
  try {
    await mkdir(dirname(output), { recursive: true });
    const handle = await open(blocks, 'w');
    let page: ComposedPage;
    let gathered: Gathered;
    let size: SingleFileSize | undefined;
    try {
      gathered = await gather(options, handle, pictures);
      page = await composePage(gathered.index, options);
      if (embedded !== null && single !== undefined) {
        size = await embed(embedded, handle, page, { ...single, signal: options.signal });
        single.onSize?.(size);
      }
    } finally {
      await handle.close();
    }
    const { index } = gathered;
    const problems = withMissing(gathered.problems, pictures);
    await options.onIndex?.(index);
    const bytes = await assemble(draft, blocks, page);
    await rename(draft, output);
    return {
      file: output,
      bytes,
      runs: index.runs.length,
      ...countEpisodes(index),
      picturesCopied: pictures.copied,
      pictureFolders: pictures.folders,
      ...(size === undefined ? {} : { single: size }),
      results: index.runs.map(reportedRun),
      splits: index.splits,
      problems,
    };
  } catch (error) {
    await pictures.discard();
    throw writeFailure(output, error);
  } finally {
    await Promise.all([rm(draft, { force: true }), rm(blocks, { force: true })]);
  }
}

function reportedRun({ id, label, benchmark, mode, inDimensions, summary }: ReportRun): ReportedRun {
  const { success, completion, main } = summary;
  return { run: id, label, benchmark, mode, rates: inDimensions ? null : { success, completion, main } };
}

function countEpisodes({ episodes }: ReportIndex): Pick<WrittenReport, 'episodes' | 'unfinished'> {
  const notRun = OUTCOMES.indexOf('not_run');
  const unfinished = episodes.outcome.filter((outcome) => outcome === notRun).length;
  return { episodes: episodes.outcome.length - unfinished, unfinished };
}

interface Gathered {
  readonly index: ReportIndex;
  readonly problems: readonly ReportProblem[];
}

/** Reads every run; steps and verdicts go to the blocks, the rest comes back. */
async function gather(
  options: WriteReportOptions,
  handle: FileHandle,
  pictures: ReportPictures,
): Promise<Gathered> {
  const file = { handle, next: 0 };
  const sinks = { steps: new BlockWriter(file), verdicts: new BlockWriter(file), pictures };
  const problems: ReportProblem[] = [];
  const runs: ReportRun[] = [];
  const collectedRuns: CollectedRun[] = [];
  let firstError: TouchstoneError | null = null;
  for (const given of options.runs) {
    const input = typeof given === 'string' ? { directory: given } : given;
    let opened: OpenedRun;
    try {
      const start = await readRunStart(input.directory, options);
      const shown = collectedRuns.find(({ index }) => start !== null && isSameRun(index, { start }));
      if (shown !== undefined) {
        problems.push(copyOf(shown.index, input.directory));
        continue;
      }
      opened = await openRun(input, sinks, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
      firstError ??= error;
      problems.push(unreadable(input.directory, error));
      continue;
    }
    const { index, ...read } = opened;
    const collected = await collectRun(input, index, sinks, { ...signalOf(options), ...read });
    const run = withOwnId(collected.run, runs);
    runs.push(run);
    collectedRuns.push({ ...collected, run });
  }
  if (runs.length === 0 && firstError !== null) throw firstError;
  await sinks.steps.close();
  await sinks.verdicts.close();
  if (pictures.missing > 0) {
    problems.push({ kind: 'pictures', place: '', message: null, hint: null, counts: [pictures.missing] });
  }
  const index = composeIndex(
    collectedRuns.map((collected) => ({
      ...collected,
      tasks: collected.index.tasks.values(),
      drafts: collected.drafts.values(),
    })),
    {
      touchstone: options.touchstone,
      writtenAt: options.writtenAt ?? new Date(),
      title: options.title ?? null,
      language: options.language ?? null,
      problems,
      shownFrom: options.output,
    },
  );
  return {
    index,
    problems: [...problems, ...runs.flatMap((run) => run.problems)],
  };
}

type OpenedRun = { readonly index: RunIndex } & Pick<CollectOptions, 'written' | 'damage'>;

/**
 * Indexes a run, its steps written on the way: so its journal is read once. Pictures that go by how an episode came out have
 * to wait until its scores are read.
 */
async function openRun(
  input: ReportRunInput,
  sinks: RunSinks,
  options: { readonly signal?: AbortSignal },
): Promise<OpenedRun> {
  if (input.index !== undefined) return { index: input.index };
  if (sinks.pictures instanceof EmbeddedPictures) {
    return { index: await indexRun(input.directory, signalOf(options)) };
  }
  const written = new Map<string, WrittenSteps>();
  const damage: TouchstoneError[] = [];
  const index = await indexRunWithSteps(input.directory, {
    ...signalOf(options),
    onAttempt: async ({ item, task, record }) => {
      const shown = { startedAt: item.startedAt, outcome: 'not_run' } as const;
      const steps = await writeSteps(record, task ?? unknownTask(item.task), shown, { input, sinks });
      written.set(itemKeyText(item.key), { item: item.key, task: item.task, ...steps });
    },
    onDamage: (error) => damage.push(error),
  });
  return { index, written: written.values(), damage };
}

function signalOf({ signal }: { readonly signal?: AbortSignal }): { readonly signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

/** The page without its steps: what comes before them, and after. */
interface ComposedPage {
  readonly before: readonly string[];
  readonly after: string;
}

/** What is seen first comes first; the index comes before the steps, so that the application starts while those are being read. */
async function composePage(index: ReportIndex, options: WriteReportOptions): Promise<ComposedPage> {
  const title = options.title ?? [...new Set(index.runs.map(({ benchmark }) => benchmark))].join(', ');
  const viewer = options.viewer ?? (await loadViewer());
  const parts = await pageParts(viewer, `${title} · Touchstone`, index);
  return {
    before: [parts.head, scriptBlock('index', pack(index)), parts.afterIndex],
    after: parts.end,
  };
}

/** Writes the pictures behind the steps, as many as the limit leaves room for. */
async function embed(
  pictures: EmbeddedPictures,
  handle: FileHandle,
  page: ComposedPage,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal | undefined },
): Promise<SingleFileSize> {
  const own = [...page.before, page.after].reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const data = own + (await handle.stat()).size;
  const { bytes, wholeBytes, ...counts } = await pictures.write(handle, maxBytes - data, { signal });
  return { bytes: data + bytes, maxBytes, wholeBytes: data + wholeBytes, ...counts };
}

async function assemble(draft: string, blocks: string, { before, after }: ComposedPage): Promise<number> {
  const handle = await open(draft, 'w');
  try {
    for (const part of before) await handle.appendFile(part);
    for await (const part of streamBytes(blocks, { maxBytes: Infinity })) await handle.appendFile(part);
    await handle.appendFile(after);
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** With the pictures that only turned out to be none when they were to be scaled. */
function withMissing(
  problems: readonly ReportProblem[],
  { missing }: ReportPictures,
): readonly ReportProblem[] {
  if (missing === 0) return problems;
  const others = problems.filter(({ kind }) => kind !== 'pictures');
  return [...others, { kind: 'pictures', place: '', message: null, hint: null, counts: [missing] }];
}

function unreadable(directory: string, error: TouchstoneError): ReportProblem {
  return {
    kind: error.code === 'RUN_VERSION' ? 'newer' : 'unreadable',
    place: directory,
    message: withoutPlace(error.message, directory),
    hint: error.hint ?? null,
    counts: [],
  };
}

/** A run shown with its own copy would look like a second measurement. */
function copyOf({ start, directory: shown }: RunIndex, directory: string): ReportProblem {
  const message = `It is run ${start.run} once more, as in ${shown}, and is left out`;
  return { kind: 'copy', place: directory, message, hint: null, counts: [] };
}

/** The message is already shown with its folder. */
function withoutPlace(message: string, directory: string): string {
  return message.startsWith(`${directory}: `) ? message.slice(directory.length + 2) : message;
}

/** A run whose id tells it apart from those before it. */
function withOwnId(run: ReportRun, before: readonly ReportRun[]): ReportRun {
  const isTaken = (id: string): boolean => before.some((other) => other.id === id);
  let id = run.id;
  for (let number = 2; isTaken(id); number += 1) id = `${run.id}-${number}`;
  return { ...run, id };
}
