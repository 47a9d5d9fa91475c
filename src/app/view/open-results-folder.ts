import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { itemKeyText } from '../../domain/episode.js';
import { UserError } from '../../errors.js';
import { FileStore } from '../../formats/run/file-store.js';
import { readRunNotes } from '../../formats/notes/read-run-notes.js';
import { readEpisodes } from '../../formats/run/read-episodes.js';
import { indexRun } from '../../formats/run/run-index.js';
import { reportEpisode } from '../../report/html/report-episode.js';
import { writeReport } from '../../report/html/write-report.js';
import type { RunCard } from '../../report/view/run-card.js';
import type { ReportIndex } from '../../report/view/report-index.js';
import { VERSION } from '../../version.js';
import { listRuns, type RunLine } from '../results/list-runs.js';
import { NotThereError } from './not-there-error.js';
import { MOST_RUNS_TOGETHER, type ResultsFolder } from './results-folder.js';
import { runDirectory } from './run-directory.js';

/** The runs of a folder, read from their journals each time. Stands in for the index. */
export async function openResultsFolder(
  folder: string,
  _options: { readonly signal: AbortSignal },
): Promise<ResultsFolder> {
  const path = resolve(folder);
  await readdir(path);
  return {
    path,
    runs: async () => Promise.all((await listRuns(path)).map((line) => cardOf(path, line))),
    index: async (runs) => {
      if (runs.length === 0 || runs.length > MOST_RUNS_TOGETHER) {
        throw new UserError(`one to ${MOST_RUNS_TOGETHER} runs can be shown together`);
      }
      const directories = await Promise.all(runs.map((run) => runDirectory(path, run)));
      return indexOf(directories);
    },
    episode: async (run, item, repeat) => {
      const index = await indexRun(await runDirectory(path, run));
      const items = new Set([itemKeyText({ item, repeat })]);
      for await (const { item: found, record } of readEpisodes(index, { items })) {
        const episode = await reportEpisode(record, found.startedAt, async ({ picture }) =>
          picture === null || picture.hash === null
            ? { address: null, why: 'none' }
            : { address: `files/${picture.hash}`, why: null },
        );
        const { attempt } = found;
        const none = { verdict: null, otherVerdict: null, findings: [] };
        return { run, item, repeat, attempt, isRunning: false, episode, ...none };
      }
      throw new NotThereError(`there is no such episode in ${run}`);
    },
    screen: async (run, screen) => {
      if ('id' in screen) return null;
      const store = new FileStore(await runDirectory(path, run));
      const bytes = await store.get(screen.hash).catch(() => null);
      return bytes === null ? null : { mediaType: 'application/octet-stream', bytes };
    },
    listen: () => () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}

async function indexOf(directories: readonly string[]): Promise<ReportIndex> {
  const output = join(tmpdir(), `${randomUUID()}.html`);
  let found: ReportIndex | undefined;
  await writeReport({
    output,
    runs: directories.map((directory) => ({ directory })),
    touchstone: VERSION,
    viewer: { script: '', style: '' },
    pictures: 'none',
    onIndex: async (index) => {
      found = index;
    },
  });
  await rm(output, { force: true });
  if (found === undefined) throw new UserError('nothing of it can be read');
  return found;
}

async function cardOf(path: string, line: RunLine): Promise<RunCard> {
  const { id, benchmark, agent, model, mode, finished, planned, judged, passed, voided, main } = line;
  const notes = await readRunNotes(join(path, id));
  const isUnreadable = line.state.startsWith('unreadable');
  return {
    id,
    benchmark,
    agent,
    mode,
    finished,
    planned,
    judged,
    passed,
    voided,
    main,
    models: model === '' ? [] : [model],
    state: isUnreadable ? 'unreadable' : line.state === 'complete' ? 'complete' : 'crashed',
    problem: isUnreadable ? line.state : null,
    startedAt: line.startedAt === '' ? null : line.startedAt,
    endedAt: null,
    activeMs: 0,
    leftMs: null,
    success: null,
    costUsd: null,
    calls: 0,
    tokens: null,
    identity: [],
    identityHash: '',
    tags: notes?.tags ?? [],
    note: notes?.note ?? '',
  };
}
