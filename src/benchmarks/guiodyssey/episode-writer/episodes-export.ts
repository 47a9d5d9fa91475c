import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { given } from '../../../domain/given.js';
import { plural } from '../../../domain/text/plural.js';
import { UserError } from '../../../errors.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { Table } from '../../../metrics/tables/table.js';
import type { SourceExport, SourceExportRequest } from '../../source-export.js';
import type { WrittenExport } from '../../dataset-export.js';
import { episodeId } from './episode-of-recording.js';
import { wordsOf, wordSwitches } from './recording-switches.js';
import { isWithoutArea } from './touched-area.js';
import { writeRecording } from './write-recording.js';

/** Which episode of which source an episode was. */
const ORIGINS = 'origins.jsonl';

/** Episodes of any source as GUIOdyssey's data: annotations and screenshots. */
export const odysseyEpisodesExport: SourceExport = {
  name: 'guiodyssey-episodes',
  title: "Write episodes of runs, datasets and worlds as GUIOdyssey's data: annotations and screenshots.",
  summary: {
    what: "episodes in GUIOdyssey's published form: annotations/, screenshots/",
    forms: [],
    dialect: '',
  },
  examples: [
    'touchstone export guiodyssey-episodes runs/RUN --out DIR     what an agent or a person did where it passed',
    'touchstone export guiodyssey-episodes androidcontrol --data FOLDER --limit 100 --wordless skip --out DIR',
  ],
  switches: [
    ...wordSwitches('leave-out'),
    { flag: '--device <name>', description: 'name of the device of episodes that name none' },
  ],
  write: writeEpisodes,
};

async function writeEpisodes(request: SourceExportRequest): Promise<WrittenExport> {
  const { sources, outDirectory, leaveOut, onEpisode, signal } = request;
  const words = wordsOf(request.switches);
  for (const folder of ['annotations', 'screenshots']) {
    await mkdir(join(outDirectory, folder), { recursive: true });
  }
  const origins = new Map<string, string>();
  const counts = { episodes: 0, steps: 0, skipped: 0, assumed: 0, endless: 0, boxless: 0, bytes: 0 };
  for (const { name: source, kind, episodes } of sources) {
    for await (const entry of episodes) {
      signal.throwIfAborted();
      onEpisode();
      if (entry.type === 'broken') {
        const { id: episode, error } = entry;
        const { message } = error;
        leaveOut({ source, episode, step: null, reason: 'broken-episode', action: null, message });
        continue;
      }
      const { id: episode } = entry.episode;
      const id = episodeId(episode, source);
      if (origins.has(id)) throw twice(id, source, episode);
      const written = await writeRecording(entry.episode, {
        source: { name: source, kind },
        outDirectory,
        words,
        signal,
      });
      if ('reason' in written) {
        leaveOut({ source, episode, ...written });
        continue;
      }
      const { steps } = written.episode;
      origins.set(id, JSON.stringify({ episode_id: id, source, episode }));
      for (const { step, action, message } of written.skipped) {
        leaveOut({ source, episode, step, reason: 'no-words', action, message });
      }
      counts.episodes += 1;
      counts.steps += steps.length;
      counts.skipped += written.skipped.length;
      counts.bytes += written.bytes;
      if (written.isCategoryAssumed) counts.assumed += 1;
      if (!written.hasEnd) counts.endless += 1;
      counts.boxless += steps.filter(isWithoutArea).length;
    }
  }
  await writeWholeFile(join(outDirectory, ORIGINS), [...origins.values(), ''].join('\n'));
  return {
    tables: [tableOf(counts)],
    warnings: warningsOf(counts),
    isEmpty: counts.episodes === 0,
    document: { formatVersion: 1, dataset: 'guiodyssey', ...counts, origins: ORIGINS },
  };
}

function twice(id: string, source: string, episode: string): UserError {
  return new UserError(`two episodes have the id ${id}, the second is ${episode} of ${source}`, {
    hint: 'Export them into folders of their own.',
  });
}

interface Counts {
  readonly episodes: number;
  readonly steps: number;
  readonly skipped: number;
  readonly assumed: number;
  readonly endless: number;
  readonly boxless: number;
  readonly bytes: number;
}

function tableOf({ episodes, steps, bytes }: Counts): Table {
  return {
    id: 'exported-files',
    title: 'Written',
    columns: [...textColumns('Folder'), ...numberColumns('Files')],
    rows: [
      [{ text: 'annotations' }, { text: episodes.toLocaleString('en'), value: episodes }],
      [{ text: 'screenshots' }, { text: steps.toLocaleString('en'), value: steps }],
    ],
    notes: [
      `${plural(bytes, 'byte')} in all; ${ORIGINS} says which episode each was.`,
      'touchstone export guiodyssey-splits divides them; --split all needs no split file.',
    ],
  };
}

function warningsOf({ assumed, endless, boxless }: Counts): string[] {
  return given([
    assumed > 0 &&
      `${plural(assumed, 'episode has', 'episodes have')} no category of GUIOdyssey: Multi_Apps from three apps on, else General_Tool; --category names another`,
    endless > 0 &&
      `${plural(endless, 'episode does', 'episodes do')} not end in COMPLETE or INCOMPLETE, since the last screen was not recorded`,
    boxless > 0 &&
      `${plural(boxless, 'touch has', 'touches have')} no area of an element: mode corrected judges ${boxless === 1 ? 'it' : 'them'} by distance, and the published evaluator finds none of them right`,
  ]);
}
