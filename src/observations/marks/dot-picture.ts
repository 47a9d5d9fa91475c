import type { FilePlace } from '../../errors.js';
import { fillBox } from '../pictures/paint.js';
import { decodePixels, encodePng } from '../pictures/pixels.js';
import type { Colour } from './marks.js';

const RED: Colour = [225, 0, 0];
/** Pixels of the picture. */
const RADIUS = 20;

/**
 * Lays a red dot on a place of a picture, so that a model can judge where something was found.
 *
 * Source: SeeAct-V on AndroidWorld, `m3a_utils.py`, which marks so what a grounding model found.
 *
 * @param at whole pixels of the picture; what of the dot leaves it is cut off
 * @returns a PNG file
 * @throws {PictureError} for bytes that are no picture, and for pictures larger than any screen
 */
export async function dotPicture(
  bytes: Uint8Array,
  [x, y]: readonly [number, number],
  place: FilePlace,
): Promise<Uint8Array> {
  const pixels = await decodePixels(bytes, place);
  for (let row = -RADIUS; row <= RADIUS; row += 1) {
    const reach = Math.floor(Math.sqrt(RADIUS ** 2 - row ** 2));
    fillBox(pixels, [x - reach, y + row, x + reach + 1, y + row + 1], RED);
  }
  return encodePng(pixels);
}
