import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureSize } from '../../../domain/coordinates/picture-size.js';
import type { Size } from '../../../domain/geometry.js';
import type { RecordedEpisode } from '../../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../../domain/screen.js';
import { TouchstoneError } from '../../../errors.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import { withPicture } from '../../../observations/pictures/open-picture.js';
import { pictureMediaType } from '../../../observations/pictures/picture-media-type.js';
import type { LeftOutOfSource } from '../../source-export.js';
import { ODYSSEY_NATIVE } from '../action-of-step.js';
import { readOdysseyEpisode } from '../episode-file.js';
import {
  episodeOfRecording,
  isEnd,
  type OdysseyRecording,
  type RecordingSource,
  type RecordingWords,
  type ScreenFacts,
} from './episode-of-recording.js';
import { odysseyEpisodeText } from './episode-text.js';
import { touchedArea } from './touched-area.js';

/** Why an episode is not written. */
export type Unwritten = Pick<LeftOutOfSource, 'step' | 'reason' | 'action' | 'message'>;

export interface WriteRecordingOptions {
  readonly source: RecordingSource;
  /** Holds `annotations/` and `screenshots/`. */
  readonly outDirectory: string;
  readonly words: RecordingWords;
  readonly signal: AbortSignal;
}

/** An episode that was written, and its bytes. */
export interface WrittenRecording extends OdysseyRecording {
  readonly bytes: number;
}

/** An error that concerns one screen. */
class ScreenProblem {
  readonly problem: Unwritten;
  constructor(problem: Unwritten) {
    this.problem = problem;
  }
}

/**
 * Writes an episode as GUIOdyssey publishes them: `annotations/<id>.json`, and the screen before each step as
 * `screenshots/<id>_<step>.png`. The annotation comes last, so that it never names pictures that are not there. An episode of
 * GUIOdyssey itself is written with everything that its annotation says.
 */
export async function writeRecording(
  recorded: RecordedEpisode,
  options: WriteRecordingOptions,
): Promise<WrittenRecording | Unwritten> {
  const { outDirectory, signal } = options;
  const written: string[] = [];
  try {
    const recording = await recordingOf(recorded, options);
    if ('reason' in recording) return recording;
    const { episode, screens } = recording;
    let bytes = 0;
    for (const [index, step] of episode.steps.entries()) {
      signal.throwIfAborted();
      const screen = screens[index];
      if (screen === undefined) throw new ScreenProblem(nothingAt(index));
      const picture = await pngOf(screen, index, signal);
      const file = join(outDirectory, 'screenshots', step.screenshot);
      await writeWholeFile(file, picture);
      written.push(file);
      bytes += picture.length;
    }
    const text = odysseyEpisodeText(episode);
    await writeWholeFile(join(outDirectory, 'annotations', `${episode.episode_id}.json`), text);
    return { ...recording, bytes: bytes + Buffer.byteLength(text) };
  } catch (error) {
    for (const file of written) await rm(file, { force: true });
    if (error instanceof ScreenProblem) return error.problem;
    throw error;
  }
}

async function recordingOf(
  recorded: RecordedEpisode,
  { source, words, signal }: WriteRecordingOptions,
): Promise<OdysseyRecording | Unwritten> {
  const annotated = await annotationOf(recorded, signal);
  if (annotated !== null) return annotated;
  const facts: ScreenFacts[] = [];
  for (const [index, step] of recorded.steps.entries()) {
    const size = step.screen.size ?? (await measured(step.screen, index, signal));
    facts.push({ size, area: await touchedArea(step, size, { signal }) });
  }
  const made = episodeOfRecording(recorded, { source, facts, words });
  if (!('episode' in made)) {
    const { step, action, message } = made;
    return { step: null, reason: 'no-words', action, message: `step ${step}: ${message}` };
  }
  if (made.episode.steps.length > 0) return made;
  return { step: null, reason: 'nothing-done', action: null, message: 'nothing is done in it' };
}

/** An episode of GUIOdyssey as its file has it; null for one of another source. */
async function annotationOf(
  { id, steps, place }: RecordedEpisode,
  signal: AbortSignal,
): Promise<OdysseyRecording | null> {
  const isOwn = steps.every(({ action }) => action.native?.family === ODYSSEY_NATIVE);
  if (!isOwn || place === undefined || !place.file.endsWith(`${id}.json`)) return null;
  const episode = await readOdysseyEpisode(place.file, { signal });
  const screens = steps.map(({ screen }) => screen);
  const flat = episode.steps.map((step) => ({
    ...step,
    screenshot: step.screenshot.slice(step.screenshot.lastIndexOf('/') + 1),
  }));
  const whole = { ...episode, steps: flat };
  return { episode: whole, screens, skipped: [], isCategoryAssumed: false, hasEnd: isEnd(flat.at(-1)) };
}

async function measured(screen: Screen, step: number, signal: AbortSignal): Promise<Size> {
  const size = pictureSize(await loaded(screen, step, signal));
  if (size !== null) return size;
  const message = 'the picture does not say how large it is';
  throw new ScreenProblem({ step, reason: 'unreadable-screen', action: null, message });
}

async function pngOf(screen: Screen, step: number, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = await loaded(screen, step, signal);
  if (pictureMediaType(bytes) === 'image/png') return bytes;
  try {
    return await withPicture(bytes, { file: screen.id }, (picture) => picture.png().toBuffer());
  } catch (error) {
    throw unreadable(error, step);
  }
}

async function loaded({ picture }: Screen, step: number, signal: AbortSignal): Promise<Uint8Array> {
  if (picture === null) throw new ScreenProblem(nothingAt(step));
  try {
    return await picture.load({ signal });
  } catch (error) {
    throw unreadable(error, step);
  }
}

function unreadable(error: unknown, step: number): unknown {
  if (!(error instanceof TouchstoneError)) return error;
  return new ScreenProblem({ step, reason: 'unreadable-screen', action: null, message: error.message });
}

function nothingAt(step: number): Unwritten {
  return { step, reason: 'no-picture', action: null, message: 'its screen has no picture' };
}
