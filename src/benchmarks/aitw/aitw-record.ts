import { TfExample } from '../../formats/tfrecord/tf-example.js';
import type { RecordPlace } from '../../formats/tfrecord/tfrecord-error.js';
import { pictureMediaType } from '../../observations/pictures/picture-media-type.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import type { AitwElement } from './gestures/match-gestures.js';
import { AITW_TYPES } from './gestures/aitw-gesture.js';
import { aitwTypeName, type AitwStep } from './aitw-step.js';

/** Fields that name a step's episode and its place in it. */
export const AITW_ID_FIELD = 'episode_id';
export const AITW_ORDER_FIELD = 'step_id';
/** Field that says how many steps the episode has. */
export const AITW_TOTAL_FIELD = 'episode_length';

/** One step as its record holds it. The picture is part of the record's bytes. */
export interface AitwRecord extends AitwStep {
  readonly episode: string;
  readonly index: number;
  /** Steps that the episode is said to have. */
  readonly length: number;
  readonly goal: string;
  readonly picture: AitwPicture;
  readonly activity: string;
  readonly device: string;
  readonly androidApi: number | null;
}

/** A screenshot: a picture file, or the bare bytes of its pixels, row by row. */
export interface AitwPicture {
  readonly bytes: Uint8Array;
  /** Bytes of a pixel where these are bare pixels; null for a picture file. */
  readonly channels: 1 | 3 | 4 | null;
}

/**
 * Reads a record of Android in the Wild, which is one step.
 *
 * @throws {TfRecordError} naming the record and what is wrong: a field that is missing, an unknown kind of action, a picture
 *   of another size than stated
 *
 * Source: Android in the Wild repository, description of the format.
 */
export function readAitwRecord(bytes: Uint8Array, place: RecordPlace): AitwRecord {
  const example = TfExample.read(bytes, place);
  const size = { width: example.integer('image/width'), height: example.integer('image/height') };
  if (size.width <= 0 || size.height <= 0) throw example.error('the screenshot has no size');
  const type = example.integer('results/action_type');
  if (aitwTypeName(type) === undefined) {
    throw example.error(`there is no action type ${type}; Android in the Wild has 3 to 7, 10 and 11`);
  }
  const isGesture = type === AITW_TYPES.dualPoint;
  return {
    episode: example.id(AITW_ID_FIELD),
    index: example.integer(AITW_ORDER_FIELD),
    length: example.integer(AITW_TOTAL_FIELD),
    goal: example.text('goal_info'),
    gesture: {
      type,
      touch: pointOf(example, 'results/yx_touch', isGesture),
      lift: pointOf(example, 'results/yx_lift', isGesture),
    },
    text: type === AITW_TYPES.type ? (example.texts('results/type_action')[0] ?? '') : '',
    elements: elementsOf(example),
    size,
    picture: pictureOf(example, size),
    activity: example.texts('current_activity')[0] ?? '',
    device: example.texts('device_type')[0] ?? '',
    androidApi: example.integers('android_api_level')[0] ?? null,
  };
}

function pointOf(example: TfExample, name: string, isNeeded: boolean): [number, number] {
  const values = example.floats(name);
  const [y, x] = values;
  if (values.length === 2 && y !== undefined && x !== undefined && Number.isFinite(y) && Number.isFinite(x)) {
    return [y, x];
  }
  if (!isNeeded) return [-1, -1];
  throw example.error(`the field "${name}" is no point (y, x)`);
}

function elementsOf(example: TfExample): AitwElement[] {
  const flat = example.floats('image/ui_annotations_positions');
  if (flat.length % 4 !== 0) {
    throw example.error(`${flat.length} numbers of ui_annotations_positions are no list of four each`);
  }
  return Array.from({ length: flat.length / 4 }, (_, index): AitwElement => {
    const [y = 0, x = 0, height = 0, width = 0] = flat.slice(index * 4, index * 4 + 4);
    return [y, x, height, width];
  });
}

function pictureOf(example: TfExample, size: AitwStep['size']): AitwPicture {
  const [bytes] = example.blobs('image/encoded');
  if (bytes === undefined) throw example.error('the field "image/encoded" is missing');
  const stated = `${size.width} x ${size.height}`;
  if (pictureMediaType(bytes) !== null) {
    const real = pictureSize(bytes);
    if (real !== null && real.width === size.width && real.height === size.height)
      return { bytes, channels: null };
    throw example.error(
      `the screenshot has ${real === null ? 'no size' : `${real.width} x ${real.height} pixels`}, and is said to have ${stated}`,
    );
  }
  const channels = example.integer('image/channels');
  if (channels !== 1 && channels !== 3 && channels !== 4)
    throw example.error(`pixels have ${channels} channels`);
  if (bytes.length === size.width * size.height * channels) return { bytes, channels };
  throw example.error(
    `the screenshot has ${bytes.length} bytes, and ${stated} pixels of ${channels} bytes are ${size.width * size.height * channels}`,
  );
}
