import { drawingMeasures } from '../../../observations/marks/draw-marks.js';
import { outlineBox } from '../../../observations/pictures/paint.js';
import { decodePixels, encodePng } from '../../../observations/pictures/pixels.js';
import type { FilePlace } from '../../../errors.js';
import type { UnitBox } from '../../../domain/recordings/recorded-milestone.js';

const RED = [255, 0, 0] as const;

/**
 * A picture with an area outlined in red, as PNG.
 *
 * @throws {PictureError} for bytes that are no picture
 */
export async function outlineUnitBox(
  picture: Uint8Array,
  [left, top, right, bottom]: UnitBox,
  place: FilePlace,
): Promise<Uint8Array> {
  const pixels = await decodePixels(picture, place);
  const { width, height } = pixels;
  const box = [left * width, top * height, right * width, bottom * height].map(Math.round);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
  outlineBox(pixels, [x1, y1, x2, y2], drawingMeasures(pixels).line, RED);
  return encodePng(pixels);
}
