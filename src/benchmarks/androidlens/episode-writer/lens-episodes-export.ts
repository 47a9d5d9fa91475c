import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedEpisode } from '../../../domain/recordings/recorded-episode.js';
import { given } from '../../../domain/given.js';
import { plural } from '../../../domain/text/plural.js';
import { UserError } from '../../../errors.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';
import type { WrittenExport } from '../../dataset-export.js';
import type { LeftOutOfSource, SourceExport, SourceExportRequest } from '../../source-export.js';
import { ScreenProblem, screenPng, screenSize } from '../../stepwise/screen-png.js';
import { LANGUAGES } from '../lens-episode.js';
import { lensEpisodeText, lensWords, type LensStepLine } from './lens-episode-text.js';

/** Says what the numbers mean, so that nobody has to guess. */
const MAPPING = 'mapping.json';
const MAPPING_TEXT = `${JSON.stringify({ formatVersion: 1, coordinates: 'pixel', boxCoordinates: 'pixel', boxOrder: 'x1y1x2y2' }, null, 2)}\n`;

/** Episodes of any source as AndroidLens's data, with the milestones that somebody marked. */
export const lensEpisodesExport: SourceExport = {
  name: 'androidlens-tasks',
  title:
    "Write episodes of runs, datasets, worlds and recordings as AndroidLens's data: steps, screenshots, milestones.",
  summary: {
    what: "episodes in AndroidLens's form: test/en/, test/zh/, with marked milestones",
    forms: [],
    dialect: '',
  },
  examples: [
    'touchstone export androidlens-tasks recording --out DIR     what a person recorded by hand',
    'touchstone export androidlens-tasks runs/RUN --out DIR',
  ],
  switches: [],
  write: writeEpisodes,
};

async function writeEpisodes(request: SourceExportRequest): Promise<WrittenExport> {
  const { sources, outDirectory, leaveOut, onEpisode, signal } = request;
  const counts = { episodes: 0, steps: 0, milestones: 0, skipped: 0, boxless: 0 };
  const taken = new Set<string>();
  for (const { name: source, episodes } of sources) {
    for await (const entry of episodes) {
      signal.throwIfAborted();
      onEpisode();
      if (entry.type === 'broken') {
        const { message } = entry.error;
        leaveOut({ source, episode: entry.id, step: null, reason: 'broken-episode', action: null, message });
        continue;
      }
      const { episode } = entry;
      const id = folderName(episode.id);
      if (taken.has(id)) {
        throw new UserError(`two episodes have the id ${id}, the second is ${episode.id} of ${source}`, {
          hint: 'Export them into folders of their own.',
        });
      }
      const skip = (left: Pick<LeftOutOfSource, 'step' | 'reason' | 'action' | 'message'>): void =>
        leaveOut({ source, episode: episode.id, ...left });
      const written = await writeEpisode({ ...episode, id }, { outDirectory, skip, signal });
      if (written === null) continue;
      taken.add(id);
      counts.episodes += 1;
      counts.steps += written.steps;
      counts.skipped += written.skipped;
      counts.boxless += written.boxless;
      counts.milestones += episode.milestones?.length ?? 0;
    }
  }
  await mkdir(outDirectory, { recursive: true });
  await writeWholeFile(join(outDirectory, MAPPING), MAPPING_TEXT);
  const { episodes, steps, milestones } = counts;
  return {
    tables: [
      {
        id: 'exported-files',
        title: 'Written',
        columns: [...textColumns('What'), ...numberColumns('Number')],
        rows: [
          [{ text: 'episodes' }, { text: episodes.toLocaleString('en'), value: episodes }],
          [{ text: 'steps' }, { text: steps.toLocaleString('en'), value: steps }],
          [{ text: 'milestones' }, { text: milestones.toLocaleString('en'), value: milestones }],
        ],
        notes: [`Read with --benchmark-option mapping=${MAPPING}, which says that positions are pixels.`],
      },
    ],
    warnings: given([
      counts.boxless > 0 &&
        `${plural(counts.boxless, 'touch has', 'touches have')} no area of an element, and ${counts.boxless === 1 ? 'is' : 'are'} judged by distance`,
    ]),
    isEmpty: episodes === 0,
    document: { formatVersion: 1, dataset: 'androidlens', ...counts, mapping: MAPPING },
  };
}

interface WriteOptions {
  readonly outDirectory: string;
  readonly skip: (left: Pick<LeftOutOfSource, 'step' | 'reason' | 'action' | 'message'>) => void;
  readonly signal: AbortSignal;
}

/** Writes one episode; null where it cannot be, and why is said. The annotation comes last. */
async function writeEpisode(
  episode: RecordedEpisode,
  { outDirectory, skip, signal }: WriteOptions,
): Promise<{ readonly steps: number; readonly skipped: number; readonly boxless: number } | null> {
  const { id, instructions, milestones = [] } = episode;
  const language = LANGUAGES.find((one) => one in instructions) ?? 'en';
  const folder = join(outDirectory, 'test', language, id);
  await mkdir(folder, { recursive: true });
  try {
    const lines: LensStepLine[] = [];
    const numbers: (number | null)[] = [];
    let boxless = 0;
    for (const [index, { screen, action, box, stepInstruction, anomaly }] of episode.steps.entries()) {
      const words = lensWords(action, await screenSize(screen, index, signal));
      if (words === null) {
        const message = 'the action space has no word for it';
        skip({ step: index, reason: 'no-words', action: action.type, message });
        numbers.push(null);
        continue;
      }
      const screenshot = `${id}_${lines.length}.png`;
      await writeWholeFile(join(folder, screenshot), await screenPng(screen, index, signal));
      numbers.push(lines.length);
      const isTouch = action.type === 'tap' || action.type === 'long_press';
      if (isTouch && box === undefined) boxless += 1;
      lines.push({
        action: words,
        screenshot,
        box: box ?? null,
        stepInstruction: stepInstruction ?? null,
        anomaly: anomaly ?? null,
      });
    }
    if (lines.length === 0) {
      skip({ step: null, reason: 'nothing-done', action: null, message: 'no step of it can be written' });
      await rm(folder, { recursive: true, force: true });
      return null;
    }
    const pictures = new Map<string, string>();
    for (const { id: milestone, reference } of milestones) {
      const name = `${id}_${folderName(milestone)}.png`;
      await writeWholeFile(join(folder, name), await screenPng(reference, episode.steps.length, signal));
      pictures.set(milestone, name);
    }
    const text = lensEpisodeText(episode, lines, { language, pictures, numbers });
    await writeWholeFile(join(folder, `${id}.json`), text);
    return { steps: lines.length, skipped: episode.steps.length - lines.length, boxless };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (!(error instanceof ScreenProblem)) throw error;
    skip(error.problem);
    return null;
  }
}

/** An id as the name of a folder: letters, digits, `.`, `_` and `-`. */
function folderName(id: string): string {
  return id.replaceAll(/[^\w.-]+/g, '_').replace(/^\.+/, '_');
}
