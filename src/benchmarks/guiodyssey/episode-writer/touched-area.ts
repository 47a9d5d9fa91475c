import { toPixel, type Box, type Size } from '../../../domain/geometry.js';
import { HierarchyParseError } from '../../../domain/hierarchy/hierarchy-parse-error.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import { touchedNode } from '../../../domain/hierarchy/touched-node.js';
import type { RecordedStep } from '../../../domain/recordings/recorded-episode.js';
import type { OdysseyStep } from '../episode-file.js';

/**
 * Area of the element that a step touches, in pixels: the one recorded, else the smallest element of the UI hierarchy that takes
 * a touch at that place. Null where neither is there.
 *
 * Deviation: GUIOdyssey's areas come from SAM2, which segments the picture.
 */
export async function touchedArea(
  { action, box, screen }: RecordedStep,
  size: Size,
  { signal }: { readonly signal: AbortSignal },
): Promise<Box | null> {
  if (action.type !== 'tap' && action.type !== 'long_press') return null;
  if (box !== undefined) return box;
  if (action.target.type !== 'point' || screen.hierarchy === null) return null;
  const point = toPixel(action.target.point, size);
  const xml = await screen.hierarchy.load({ signal });
  try {
    return touchedNode(parseHierarchy(xml, { file: screen.id }), point)?.bounds ?? null;
  } catch (error) {
    if (error instanceof HierarchyParseError) return null;
    throw error;
  }
}

/** A touch that the published evaluator can never find right. */
export function isWithoutArea({ action, info, sam2_bbox: box }: OdysseyStep): boolean {
  return (action === 'CLICK' || action === 'LONG_PRESS') && typeof info !== 'string' && box.length === 0;
}
