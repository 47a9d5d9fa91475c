import { AITW_TYPES, type AitwGesture } from './aitw-gesture.js';

/** Numbers that decide whether two actions of Android in the Wild are one. */
export interface AitwThresholds {
  /** Farthest apart that two taps may be, each axis spanning 0–1. */
  readonly tapDistance: number;
  /** Farthest apart that both points of a tap may be. */
  readonly swipeDistance: number;
  /** What is added to the height and width of an element, as a share of them: 1.4 makes it 2.4 times as large. */
  readonly boxAugment: number;
}

/** Source: Android in the Wild repository, `action_matching.py`. */
export const AITW_THRESHOLDS: AitwThresholds = { tapDistance: 0.14, swipeDistance: 0.04, boxAugment: 1.4 };

/** Top, left, height and width of an element, each axis spanning 0–1. */
export type AitwElement = readonly [y: number, x: number, height: number, width: number];

/** `match`, or what differs: the kind of action, a tap for a swipe, the place of a tap, the axis of a swipe. */
export type AitwVerdict = 'match' | 'type' | 'gesture' | 'point' | 'direction';

const f32 = Math.fround;

/**
 * Whether two actions are one, as the published code computes it in 32-bit numbers: other actions by their kind alone, taps
 * by a common element or their distance, swipes by the axis on which they move more (the vertical one where both are alike).
 *
 * Differs from the published code only where that fails: without elements it raises an error, and here they do not count.
 *
 * Source: Android in the Wild repository, `action_matching.py`.
 */
export function matchGestures(
  a: AitwGesture,
  b: AitwGesture,
  elements: readonly AitwElement[],
  thresholds: AitwThresholds = AITW_THRESHOLDS,
): AitwVerdict {
  if (a.type !== AITW_TYPES.dualPoint || b.type !== AITW_TYPES.dualPoint) {
    return a.type === b.type ? 'match' : 'type';
  }
  const [isTapA, isTapB] = [a, b].map((gesture) => isTapGesture(gesture, thresholds));
  if (isTapA !== isTapB) return 'gesture';
  if (isTapA !== true) return mainAxis(a) === mainAxis(b) ? 'match' : 'direction';
  if (distance(a.touch, b.touch) <= f32(thresholds.tapDistance)) return 'match';
  for (const element of elements) {
    const box = augmented(element, thresholds.boxAugment);
    if (isInside(a.touch, box) && isInside(b.touch, box)) return 'match';
  }
  return 'point';
}

/** Whether a gesture hardly moves. */
export function isTapGesture(
  { touch, lift }: Pick<AitwGesture, 'touch' | 'lift'>,
  { swipeDistance }: Pick<AitwThresholds, 'swipeDistance'> = AITW_THRESHOLDS,
): boolean {
  return distance(touch, lift) <= f32(swipeDistance);
}

/**
 * The element as the published code enlarges it: moved by half of what is added, kept within the screen at its top and left,
 * and no side longer than the screen.
 */
function augmented([y, x, height, width]: AitwElement, augment: number): AitwElement {
  const [taller, wider] = [augment * height, augment * width];
  return [
    f32(Math.max(0, y - taller / 2)),
    f32(Math.max(0, x - wider / 2)),
    f32(Math.min(1, height + taller)),
    f32(Math.min(1, width + wider)),
  ];
}

function isInside([y, x]: readonly [number, number], [top, left, height, width]: AitwElement): boolean {
  const [pointY, pointX] = [f32(y), f32(x)];
  return pointY >= top && pointY <= f32(top + height) && pointX >= left && pointX <= f32(left + width);
}

function distance(a: readonly [number, number], b: readonly [number, number]): number {
  const [dy, dx] = [f32(f32(a[0]) - f32(b[0])), f32(f32(a[1]) - f32(b[1]))];
  return f32(Math.sqrt(f32(f32(dy * dy) + f32(dx * dx))));
}

function mainAxis({ touch, lift }: AitwGesture): 'vertical' | 'horizontal' {
  const dy = Math.abs(f32(f32(lift[0]) - f32(touch[0])));
  const dx = Math.abs(f32(f32(lift[1]) - f32(touch[1])));
  return dx > dy ? 'horizontal' : 'vertical';
}
