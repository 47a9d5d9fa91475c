import { plural } from '../../domain/text/plural.js';
import type { RecordingOddity } from '../../domain/recordings/recorded-episode.js';
import { ODYSSEY_CATEGORIES } from './match/odyssey-tally.js';
import type { OdysseyEpisode } from './episode-file.js';

/** The devices that GUIOdyssey was recorded on. Source: GUIOdyssey paper, device table. */
export const ODYSSEY_DEVICES = [
  'Pixel 7 Pro',
  'Pixel 8 Pro',
  'Small Phone',
  'Medium Phone',
  'Pixel Fold',
  'Pixel Tablet',
] as const;

/** What is odd about an annotation file that a recorded episode has no field for. */
export function odysseyOddities(episode: OdysseyEpisode, file: string): RecordingOddity[] {
  const { steps, step_length: length } = episode;
  const { category } = episode.task_info;
  const { device_name: device } = episode.device_info;
  const oddities: RecordingOddity[] = [];
  const add = (kind: RecordingOddity['kind'], message: string, path: readonly (string | number)[]): void =>
    void oddities.push({ kind, message, place: { file, path } });
  if (length !== steps.length) {
    add('step-count', `step_length is ${length}, and the list has ${plural(steps.length, 'step')}`, [
      'step_length',
    ]);
  }
  const misnumbered = steps.findIndex(({ step }, index) => step !== index);
  if (misnumbered >= 0) {
    const number = steps[misnumbered]?.step ?? misnumbered;
    add('step-numbers', `the step at place ${misnumbered} has number ${number}`, [
      'steps',
      misnumbered,
      'step',
    ]);
  }
  if (!(ODYSSEY_CATEGORIES as readonly string[]).includes(category)) {
    add('unknown-label', `there is no category ${JSON.stringify(category)}`, ['task_info', 'category']);
  }
  if (!(ODYSSEY_DEVICES as readonly string[]).includes(device)) {
    add('unknown-label', `there is no device ${JSON.stringify(device)}`, ['device_info', 'device_name']);
  }
  for (const [index, { action, sam2_bbox: box }] of steps.entries()) {
    if (box.length !== 0 && box.length !== 4) {
      add('broken-box', `step ${index}: an area of ${box.length} numbers`, ['steps', index, 'sam2_bbox']);
    }
    if (action === 'TYPE') {
      add('foreign-word', `step ${index}: the action TYPE, which the converter calls TEXT`, [
        'steps',
        index,
        'action',
      ]);
    }
  }
  return oddities;
}
