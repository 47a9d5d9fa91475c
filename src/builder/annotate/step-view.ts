import { toPixel, type Box } from '../../domain/geometry.js';
import { nodeContains } from '../../domain/hierarchy/find-node.js';
import { touchedNode } from '../../domain/hierarchy/touched-node.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { ModelContent } from '../../models/model.js';
import { outlineBox } from '../../observations/pictures/paint.js';
import { decodePixels, encodePng } from '../../observations/pictures/pixels.js';
import { preparePicture } from '../../observations/pictures/prepare-picture.js';
import { hierarchyOf } from '../screens/screen-words.js';
import { actionWords } from './action-words.js';

/** Half a side of the box around a touch that no element is known for, as a share of the screen's width. */
const AROUND = 0.04;
const RED = [230, 20, 20] as const;

/** A step as an annotator sees it. */
export interface StepView {
  /** What was done, in words. */
  readonly action: string;
  /** The screenshot, and for touches once more with a box around the place. Empty where there is none. */
  readonly pictures: readonly ModelContent[];
}

/**
 * What an annotator is shown of a step.
 *
 * @throws {TouchstoneError} when a picture cannot be loaded or decoded
 */
export async function stepView(
  step: RecordedStep,
  { signal, maxSide }: { readonly signal: AbortSignal; readonly maxSide: number | null },
): Promise<StepView> {
  const { screen, action } = step;
  const hierarchy = await hierarchyOf(screen, { signal });
  const point = touchOf(step);
  let element: UiNode | null = null;
  if (hierarchy !== null && point !== null) {
    const own = hierarchy.nodes.findLast(
      ({ bounds }) => step.box !== undefined && String(bounds) === String(step.box),
    );
    element =
      own ??
      touchedNode(hierarchy, point) ??
      hierarchy.nodes.findLast((node) => nodeContains(node, point)) ??
      null;
  }
  const words = actionWords(action, element);
  if (screen.picture === null) return { action: words, pictures: [] };
  const bytes = await screen.picture.load({ signal });
  const place = { file: screen.id };
  const { mediaType } = screen.picture;
  const pictures = [await prepared(mediaType, bytes)];
  if (point !== null) {
    const pixels = await decodePixels(bytes, place);
    const around = Math.max(8, Math.round(pixels.width * AROUND));
    const [x, y] = point;
    const box: Box = step.box ?? element?.bounds ?? [x - around, y - around, x + around, y + around];
    const line = Math.max(3, Math.round(pixels.width / 180));
    outlineBox(pixels, box.map(Math.round) as Box, line, RED);
    pictures.push(await prepared('image/png', await encodePng(pixels)));
  }
  return { action: words, pictures };

  async function prepared(type: string, data: Uint8Array): Promise<ModelContent> {
    const rule =
      maxSide === null
        ? ({ resize: null, format: 'png' } as const)
        : ({ resize: { algorithm: 'longest_side', maxSide }, format: 'jpeg' } as const);
    const made = await preparePicture({ mediaType: type, data }, rule, place);
    return { type: 'image', mediaType: made.mediaType, data: made.data };
  }
}

/** Where a finger touches, pixels of the screen; null for what is no touch, or names no place. */
function touchOf({ action, box, screen }: RecordedStep): readonly [number, number] | null {
  if (action.type !== 'tap' && action.type !== 'long_press') return null;
  if (action.target.type === 'point') {
    if (action.target.point.space === 'pixel') return [action.target.point.x, action.target.point.y];
    return screen.size === null ? null : toPixel(action.target.point, screen.size);
  }
  return box === undefined ? null : [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}
