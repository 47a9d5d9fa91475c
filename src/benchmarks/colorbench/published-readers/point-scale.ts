import type { ParseContext } from '../../../models/dialects/dialect.js';
import { coordinateSpan, type CoordinateRule } from '../../../models/dialects/reading/resolve-position.js';

/** A model's two numbers in pixels of the screen. */
export type PointScale = (x: number, y: number) => [x: number, y: number];

/** The numbers are pixels already: the published agents for Qwen2.5-VL, GUI-Owl and UI-TARS 1.5. */
export const asPixels: PointScale = (x, y) => [x, y];

/**
 * Relative numbers become whole pixels, rounded down, as in the published agents. Pixels of the screen stay as they are.
 *
 * Deviation: pixels of a picture of another size are brought back to the screen. The published agents send the screen
 * as it is and so have no such numbers.
 */
export function pointScale(rule: CoordinateRule, context: ParseContext): PointScale {
  const { screen } = context;
  const span = coordinateSpan(rule, context);
  if (screen === null || span === null) return asPixels;
  if (rule.space === 'norm') {
    return (x, y) => [
      Math.floor((x * screen.width) / rule.span),
      Math.floor((y * screen.height) / rule.span),
    ];
  }
  if (span.width === screen.width && span.height === screen.height) return asPixels;
  return (x, y) => [(x * screen.width) / span.width, (y * screen.height) / span.height];
}
