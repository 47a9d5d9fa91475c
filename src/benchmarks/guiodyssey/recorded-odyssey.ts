import { toPixel, type Box, type Size } from '../../domain/geometry.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import { DatasetError, type FilePlace } from '../../errors.js';
import { actionOfStep } from './action-of-step.js';
import { commandOfStep } from './command-of-step.js';
import type { OdysseyEpisode, OdysseyStep } from './episode-file.js';
import { odysseyOddities } from './odyssey-oddities.js';

/** The dataset's instructions are English. */
const LANGUAGE = 'en';

export interface RecordedOdysseyOptions {
  /** Name of the annotation file, which must be that of the episode. */
  readonly id: string;
  readonly file: string;
  readonly screenOf: (screenshot: string, size: Size) => Screen;
}

/**
 * An annotation file of GUIOdyssey as a recorded episode.
 *
 * @throws {DatasetError} when it is of another episode, has no steps, or has one that is no command
 */
export function recordedOdyssey(
  episode: OdysseyEpisode,
  { id, file, screenOf }: RecordedOdysseyOptions,
): RecordedEpisode {
  const place = { file };
  if (episode.episode_id !== id) {
    throw new DatasetError(`the file ${id}.json holds episode ${episode.episode_id}`, { place });
  }
  if (episode.steps.length === 0) throw new DatasetError('the episode has no steps', { place });
  const { category, app, instruction, task, meta_task: metaTask } = episode.task_info;
  const { device_name: device, w: width, h: height } = episode.device_info;
  const size: Size = { width, height };
  const oddities = odysseyOddities(episode, file);
  return {
    id,
    instructions: { [LANGUAGE]: instruction },
    ...(task === '' || task === instruction ? {} : { rewordedFrom: task }),
    apps: app,
    labels: { category: [category], device: [device], ...(metaTask === '' ? {} : { metaTask: [metaTask] }) },
    steps: episode.steps.map((step, index) =>
      recordedStep(step, screenOf(step.screenshot, size), size, { file, path: ['steps', index] }),
    ),
    place,
    ...(oddities.length === 0 ? {} : { oddities }),
  };
}

function recordedStep(step: OdysseyStep, screen: Screen, size: Size, place: FilePlace): RecordedStep {
  const { description, intention, context, low_level_instruction: stepInstruction } = step;
  const box = boxInPixels(step.sam2_bbox, size);
  const command = commandOfStep(step, 'corrected', place);
  return {
    screen,
    action: actionOfStep(step, size, command),
    summary: command,
    ...(box === null ? {} : { box }),
    stepInstruction,
    annotation: { description, intention, context },
    place,
  };
}

/** Annotated boxes are 0–1000 per axis; null where segmentation found nothing, or something that is no box. */
function boxInPixels(bbox: readonly number[], size: Size): Box | null {
  const [x1, y1, x2, y2] = bbox;
  if (bbox.length !== 4) return null;
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  return [
    ...toPixel({ x: x1, y: y1, space: 'permille' }, size),
    ...toPixel({ x: x2, y: y2, space: 'permille' }, size),
  ];
}
