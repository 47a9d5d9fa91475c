import type { UiHierarchy } from '../domain/hierarchy/ui-hierarchy.js';
import type { ElementTable, MarkStyle } from '../domain/observation-rule.js';
import { BugError } from '../errors.js';

/** A screenshot with marks on it, and what their numbers stand for. */
export interface MarkedPicture {
  /** PNG of the size of the source picture. */
  readonly data: Uint8Array;
  readonly elements: ElementTable;
}

/**
 * Draws the set of marks of a screen on its picture.
 *
 * @param picture PNG or JPEG of the screen as recorded
 * @throws {DatasetError} for bytes that are no picture
 */
export async function markPicture(
  _picture: Uint8Array,
  _hierarchy: UiHierarchy,
  style: MarkStyle,
  _place: { readonly file: string },
): Promise<MarkedPicture> {
  throw new BugError(`marks cannot be drawn in the style ${style} yet`);
}
