import type { Detections } from '../../domain/detections/detected-element.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { ElementTable, MarkStyle } from '../../domain/observation-rule.js';
import type { FilePlace } from '../../errors.js';
import { drawMarks } from './draw-marks.js';
import { detectedMarks, markSet, type MarkOptions, type MarkSet } from './mark-set.js';
import { decodePixels, encodePng, type Pixels } from '../pictures/pixels.js';

/** A screenshot with marks on it, and what their numbers stand for. */
export interface MarkedPicture {
  /** PNG of the size of the source picture. */
  readonly data: Uint8Array;
  readonly elements: ElementTable;
}

/**
 * Draws the set of marks of a screen on its picture. Numbers grow with the screen, and none covers another where there is
 * room for both nearby.
 *
 * @param picture PNG, JPEG or WebP of the screen as recorded
 * @throws {PictureError} for bytes that are no picture, and for pictures larger than any screen
 */
export async function markPicture(
  picture: Uint8Array,
  hierarchy: UiHierarchy,
  style: MarkStyle,
  place: FilePlace,
  options: MarkOptions = {},
): Promise<MarkedPicture> {
  const pixels = await decodePixels(picture, place);
  return drawn(pixels, markSet(style, hierarchy, pixels, options));
}

/**
 * Draws what a detector found on a screen on its picture, as {@link markPicture}.
 *
 * @throws {PictureError} for bytes that are no picture, and for pictures larger than any screen
 */
export async function markDetected(
  picture: Uint8Array,
  detections: Detections,
  style: MarkStyle,
  place: FilePlace,
): Promise<MarkedPicture> {
  const pixels = await decodePixels(picture, place);
  return drawn(pixels, detectedMarks(style, detections, pixels));
}

async function drawn(pixels: Pixels, marks: MarkSet): Promise<MarkedPicture> {
  await drawMarks(pixels, marks);
  return { data: await encodePng(pixels), elements: marks.elements };
}
