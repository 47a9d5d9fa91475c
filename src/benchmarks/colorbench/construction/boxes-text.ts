import type { BoxedTouch } from '../../published-construction.js';

/**
 * Drawn boxes as the published script writes them: `{image: {target: [{action_type, x, y, bounding_box}]}}`.
 *
 * Source: ColorBench reference code `image_jump_parser.py`; colorbench.md section 6.5.
 */
export function boxesText(touches: readonly BoxedTouch[]): string {
  const images = new Map<string, Map<string, unknown[]>>();
  for (const { image, target, type, x, y, box } of touches) {
    const targets = images.get(image) ?? new Map<string, unknown[]>();
    images.set(image, targets);
    targets.set(target, [...(targets.get(target) ?? []), { action_type: type, x, y, bounding_box: box }]);
  }
  const value = Object.fromEntries(
    [...images].map(([image, targets]) => [image, Object.fromEntries(targets)]),
  );
  return `${JSON.stringify(value, null, 2)}\n`;
}
