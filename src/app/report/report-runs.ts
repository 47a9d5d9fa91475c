import type { ItemKey } from '../../domain/episode.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import { readRunNotes } from '../../formats/notes/read-run-notes.js';
import { indexRun, type RunIndex } from '../../formats/run/run-index.js';
import { isSameRun } from '../../formats/run/same-run.js';
import { TouchstoneError } from '../../errors.js';
import type { ReportRunInput } from '../../report/html/collect-run.js';
import type { PicturePolicy } from '../../report/html/picture-store.js';
import type { ReportLanguage } from '../../report/view/report-language.js';
import { writeReport, type SingleFileOptions, type WrittenReport } from '../../report/html/write-report.js';
import { reportMarkdown } from '../../report/summary/report-markdown.js';
import { smallWebp } from '../../observations/pictures/small-webp.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { writeCsvFolder } from './csv-folder.js';
import { oneEpisode } from './one-episode.js';
import { agentTitle } from '../results/agent-label.js';
import { runInput } from './run-input.js';
import { VERSION } from '../../version.js';
import type { AppContext, OnWarnings } from '../app-context.js';

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
  /** Of the one run, this episode alone. */
  readonly only?: ItemKey;
  /** Whether runs that nobody scored are scored first; they are unless it says otherwise. */
  readonly mayScore?: boolean;
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
                ...(options.mayScore === undefined ? {} : { mayScore: options.mayScore }),
              })),
              ...agentTitle(index),
              ...(await notesOf(directory)),
              ...(options.only === undefined ? {} : onlyOne(index, options.only)),
            },
      );
      if (index !== null && !isLeftOut) seen.push(index);
    }
    const { onWarnings: _, only: __, mayScore: ___, single, markdown, csv, ...shown } = options;
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

/** What people wrote of a run, where they did. */
async function notesOf(directory: string): Promise<Pick<ReportRunInput, 'notes'>> {
  const found = await readRunNotes(directory);
  if (found === null || (found.tags.length === 0 && found.note === '')) return {};
  return { notes: { tags: found.tags, note: found.note } };
}

/** Of a run one episode: tables and averages are of all of it, and say nothing of one. */
function onlyOne(index: RunIndex, key: ItemKey): Partial<ReportRunInput> {
  return { index: oneEpisode(index, key), tables: [], parts: [], splitAverages: [], notRun: [] };
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
