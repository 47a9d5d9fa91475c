import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedEpisode } from '../../../domain/recordings/recorded-episode.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import type { OdysseyRecording, RecordingSource, RecordingWords } from './episode-of-recording.js';
import { odysseyEpisodeText } from './episode-text.js';
import { recordingOfEpisode } from './recording-of-episode.js';
import { ScreenProblem, screenPng, type Unwritten } from '../../stepwise/screen-png.js';

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

/**
 * Writes an episode as GUIOdyssey publishes them: `annotations/<id>.json`, and the screen before each step as
 * `screenshots/<id>_<step>.png`. The annotation comes last, so that it never names pictures that are not there. An episode of
 * GUIOdyssey itself is written with everything that its annotation says.
 */
export async function writeRecording(
  recorded: RecordedEpisode,
  { outDirectory, ...options }: WriteRecordingOptions,
): Promise<WrittenRecording | Unwritten> {
  const { signal } = options;
  const written: string[] = [];
  try {
    const recording = await recordingOfEpisode(recorded, { ...options, areas: 'hierarchy' });
    if ('reason' in recording) return recording;
    const { episode, screens } = recording;
    let bytes = 0;
    for (const [index, step] of episode.steps.entries()) {
      signal.throwIfAborted();
      const picture = await screenPng(screens[index], index, signal);
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
