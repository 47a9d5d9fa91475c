import { basename, dirname, join } from 'node:path';
import { stop } from '../../domain/action.js';
import { toPixel, type Box } from '../../domain/geometry.js';
import { touchedNode } from '../../domain/hierarchy/touched-node.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { Screen, ScreenContent } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import type { HandRecording } from '../../formats/recording/read-hand-recording.js';
import type { RecordingEventOf } from '../../formats/recording/recording-event.js';
import { readable } from './mask-screen.js';

/**
 * A recording made by hand as an episode: its steps, and its end as a last step on the screen after them (COMPLETE is a
 * success, IMPOSSIBLE infeasible). Where it was cut off there is no such step.
 *
 * @throws {DatasetError} when it has no step, or its pictures are missing
 */
export async function episodeOfRecording(
  recording: HandRecording,
  options: { readonly signal: AbortSignal },
): Promise<RecordedEpisode> {
  const { header, instruction, file, milestones, end, lastScreen } = recording;
  const folder = dirname(file);
  const steps: RecordedStep[] = [];
  for (const { screen: id, action } of recording.steps) {
    const screen = screenOf(recording, id);
    const box = await touchedBox({ screen, action }, options);
    steps.push({ screen, action, ...(box === null ? {} : { box }) });
  }
  if (end !== null && lastScreen !== null) {
    const status = end.status === 'complete' ? 'success' : 'infeasible';
    steps.push({ screen: screenOf(recording, lastScreen), action: stop(status) });
  }
  if (steps.length === 0) {
    throw new DatasetError('nothing was done in this recording', { place: { file } });
  }
  const used = end?.apps ?? packagesOf(recording);
  return {
    id: basename(folder),
    instructions: { [header.language]: instruction },
    apps: [...used],
    labels: { language: [header.language], ...(end === null ? {} : { end: [end.status] }) },
    steps,
    ...(lastScreen === null ? {} : { lastScreen: screenOf(recording, lastScreen) }),
    milestones: milestones.map((one) => ({ ...one, reference: screenOf(recording, one.screen) })),
    place: { file },
  };
}

/** Packages that were in front, in the order in which they were seen. */
export function packagesOf({ screens }: HandRecording): readonly string[] {
  return [...new Set([...screens.values()].flatMap(({ activity }) => activity?.package ?? []))];
}

/** A screen of a recording by its id. */
export function screenOf({ screens, file }: HandRecording, id: string): Screen {
  const event = screens.get(id);
  // Checked when the recording was read: every screen that is named is there.
  if (event === undefined) throw new DatasetError(`there is no screen ${id}`, { place: { file } });
  const { size, activity, picture, hierarchy } = event;
  return {
    id,
    size,
    activity,
    picture: contentOf(file, `${picture}.png`, 'image/png'),
    hierarchy: hierarchy === null ? null : contentOf(file, `${hierarchy}.xml`, 'application/xml'),
  };
}

function contentOf(file: string, name: string, mediaType: string): ScreenContent {
  const folder = dirname(file);
  const path = join(folder, 'screens', name);
  return {
    mediaType,
    hash: name.slice(0, name.indexOf('.')),
    load: ({ signal }) => readBytes(path, { maxBytes: FILE_LIMITS.picture, within: folder, signal }),
    locate: async () => path,
  };
}

/** Area of the element that an action touches, as the hierarchy has it. */
async function touchedBox(
  { screen, action }: { readonly screen: Screen; readonly action: RecordingEventOf<'step'>['action'] },
  options: { readonly signal: AbortSignal },
): Promise<Box | null> {
  if (action.type !== 'tap' && action.type !== 'long_press') return null;
  if (action.target.type !== 'point' || screen.size === null || screen.hierarchy === null) return null;
  const hierarchy = readable(new TextDecoder().decode(await screen.hierarchy.load(options)));
  return hierarchy === null
    ? null
    : (touchedNode(hierarchy, toPixel(action.target.point, screen.size))?.bounds ?? null);
}
