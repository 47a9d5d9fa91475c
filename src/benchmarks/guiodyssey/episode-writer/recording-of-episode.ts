import type { RecordedEpisode, RecordedStep } from '../../../domain/recordings/recorded-episode.js';
import { ODYSSEY_NATIVE } from '../action-of-step.js';
import { readOdysseyEpisode, type OdysseyStep } from '../episode-file.js';
import {
  episodeOfRecording,
  isEnd,
  type OdysseyRecording,
  type RecordingSource,
  type RecordingWords,
  type ScreenFacts,
} from './episode-of-recording.js';
import { screenSize, type Unwritten } from '../../stepwise/screen-png.js';
import { touchedArea } from './touched-area.js';

export interface RecordingOptions {
  readonly source: RecordingSource;
  readonly words: RecordingWords;
  /** Where areas of touched elements come from: the recording alone, or its UI hierarchies as well. */
  readonly areas: 'recorded' | 'hierarchy';
  readonly signal: AbortSignal;
}

/**
 * An episode of any source in the form of GUIOdyssey's annotations, or why it has none. One of GUIOdyssey itself has all that its
 * annotation says, and what it was annotated with since.
 *
 * @throws {ScreenProblem} for a screen whose size nobody knows
 */
export async function recordingOfEpisode(
  recorded: RecordedEpisode,
  { source, words, areas, signal }: RecordingOptions,
): Promise<OdysseyRecording | Unwritten> {
  const annotated = await annotationOf(recorded, signal);
  if (annotated !== null) return annotated;
  const facts: ScreenFacts[] = [];
  for (const [index, step] of recorded.steps.entries()) {
    const size = await screenSize(step.screen, index, signal);
    const area = areas === 'recorded' ? (step.box ?? null) : await touchedArea(step, size, { signal });
    facts.push({ size, area });
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
  const flat = episode.steps.map((step, index) => ({
    ...step,
    ...annotatedAnew(steps[index]),
    screenshot: step.screenshot.slice(step.screenshot.lastIndexOf('/') + 1),
  }));
  const whole = { ...episode, steps: flat };
  return { episode: whole, screens, skipped: [], isCategoryAssumed: false, hasEnd: isEnd(flat.at(-1)) };
}

/** What somebody has annotated since the file was written. */
function annotatedAnew(step: RecordedStep | undefined): Partial<OdysseyStep> {
  const { description, intention, context } = step?.annotation ?? {};
  const instruction = step?.stepInstruction;
  return {
    ...(description === undefined ? {} : { description }),
    ...(intention === undefined ? {} : { intention }),
    ...(context === undefined ? {} : { context }),
    ...(instruction === undefined ? {} : { low_level_instruction: instruction }),
  };
}
