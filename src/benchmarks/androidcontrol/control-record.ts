import { ProtobufFault } from '../../formats/tfrecord/protobuf.js';
import { TfExample } from '../../formats/tfrecord/tf-example.js';
import { TfRecordError, type RecordPlace } from '../../formats/tfrecord/tfrecord-error.js';
import { describeMisfit } from '../../domain/text/describe-misfit.js';
import type { Size } from '../../domain/geometry.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import { readAccessibilityForest, type ForestWindow } from './accessibility-forest.js';
import { ControlActionSchema, type ControlAction } from './control-action.js';

/** Field with an episode's number. */
export const CONTROL_ID_FIELD = 'episode_id';

/** An episode as its record holds it. Pictures and trees are parts of the record's bytes. */
export interface ControlRecord {
  readonly id: string;
  readonly goal: string;
  /** One fewer than screens. */
  readonly actions: readonly ControlAction[];
  /** One for each action; none where the record has none. */
  readonly instructions: readonly string[];
  readonly screens: readonly ControlScreen[];
}

export interface ControlScreen {
  readonly picture: Uint8Array;
  readonly size: Size;
  /** Serialised accessibility forest; null where the record has none. */
  readonly tree: Uint8Array | null;
}

/**
 * Reads a record of AndroidControl.
 *
 * @throws {TfRecordError} naming the record and what is wrong: lists of lengths that do not fit, an unknown action, a picture
 *   of another size than stated
 *
 * Source: AndroidControl repository, description of the format.
 */
export function readControlRecord(bytes: Uint8Array, place: RecordPlace): ControlRecord {
  const example = TfExample.read(bytes, place);
  const id = example.id(CONTROL_ID_FIELD);
  const actions = example.texts('actions').map((text, index) => readAction(text, index, example));
  if (actions.length === 0) throw example.error(`episode ${id} has no actions`);
  const instructions = example.texts('step_instructions');
  if (instructions.length > 0 && instructions.length !== actions.length) {
    throw example.error(`${instructions.length} step_instructions for ${actions.length} actions`);
  }
  return {
    id,
    goal: example.text('goal'),
    actions,
    instructions,
    screens: readScreens(example, actions.length),
  };
}

/** The accessibility forest of a screen. @throws {TfRecordError} when it is none */
export function forestOf({ tree }: ControlScreen, place: RecordPlace): ForestWindow[] {
  if (tree === null) return [];
  try {
    return readAccessibilityForest(tree);
  } catch (error) {
    if (!(error instanceof ProtobufFault)) throw error;
    throw new TfRecordError('field', `an accessibility tree cannot be read (${error.message})`, place, error);
  }
}

function readScreens(example: TfExample, actions: number): ControlScreen[] {
  const pictures = example.blobs('screenshots');
  const widths = example.integers('screenshot_widths');
  const heights = example.integers('screenshot_heights');
  const trees = example.blobs('accessibility_trees');
  if (pictures.length !== actions + 1) {
    throw example.error(`${pictures.length} screenshots for ${actions} actions; there is one more of them`);
  }
  for (const [name, { length }] of Object.entries({ widths, heights, trees })) {
    const mayLack = name === 'trees' && length === 0;
    if (length !== pictures.length && !mayLack) {
      throw example.error(`${length} ${name} for ${pictures.length} screenshots`);
    }
  }
  return pictures.map((picture, index) => {
    const size = { width: widths[index] ?? 0, height: heights[index] ?? 0 };
    const real = pictureSize(picture);
    if (real === null) throw example.error(`screenshot ${index} is no PNG`);
    if (real.width !== size.width || real.height !== size.height) {
      throw example.error(
        `screenshot ${index} has ${real.width} x ${real.height} pixels, and is said to have ${size.width} x ${size.height}`,
      );
    }
    return { picture, size, tree: trees[index] ?? null };
  });
}

function readAction(text: string, index: number, example: TfExample): ControlAction {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw example.error(`action ${index} is no JSON`);
  }
  const parsed = ControlActionSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw example.error(
    `action ${index} is none of AndroidControl: ${text.slice(0, 120)}: ${describeMisfit(value, parsed.error)}`,
  );
}
