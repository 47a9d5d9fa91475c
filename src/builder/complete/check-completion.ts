import type { Action } from '../../domain/action.js';
import { toPixel, type Size } from '../../domain/geometry.js';
import { touchedNode } from '../../domain/hierarchy/touched-node.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { ChangedRegion } from './changed-region.js';

/** Confidence below which somebody should look. */
const UNSURE = 0.5;

/** What is doubtful about an action that a model made out; null where nothing is. */
export function completionDoubt(
  { action, confidence }: { readonly action: Action; readonly confidence: number | null },
  {
    size,
    changed,
    hierarchy,
  }: { readonly size: Size; readonly changed: ChangedRegion; readonly hierarchy: UiHierarchy | null },
): string | null {
  if (confidence !== null && confidence < UNSURE) return `the model is unsure (${confidence})`;
  if (changed.share === 0) return action.type === 'wait' ? null : 'nothing changed on the screen';
  if ((action.type !== 'tap' && action.type !== 'long_press') || action.target.type !== 'point') return null;
  const [x, y] = toPixel(action.target.point, size);
  if (x < 0 || y < 0 || x >= size.width || y >= size.height)
    return `the point (${x}, ${y}) is not on the screen`;
  if (hierarchy !== null && touchedNode(hierarchy, [x, y]) !== null) return null;
  if (changed.holds([x, y])) return null;
  return hierarchy === null
    ? `nothing changed at (${x}, ${y})`
    : `nothing at (${x}, ${y}) takes a touch, and nothing changed there`;
}
