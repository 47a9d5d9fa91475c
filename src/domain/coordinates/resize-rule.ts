import { z } from 'zod';
import type { Size } from '../geometry.js';

const pixels = z.int().positive();

/**
 * How a picture's size is changed before a model sees it. `smart_resize` is that of the Qwen processors: both sides a
 * multiple of `factor`, area within the limits. Source: models.md section 5.1, from the published processors.
 */
export const ResizeRuleSchema = z.discriminatedUnion('algorithm', [
  z.object({ algorithm: z.literal('smart_resize'), factor: pixels, minPixels: pixels, maxPixels: pixels }),
  z.object({
    algorithm: z.literal('smart_resize_gui_owl'),
    factor: pixels,
    minPixels: pixels,
    maxPixels: pixels,
    maxLongSide: pixels,
  }),
  z.object({ algorithm: z.literal('linear_resize'), minPixels: pixels, maxPixels: pixels }),
  z.object({ algorithm: z.literal('longest_side'), maxSide: pixels }),
  z.object({ algorithm: z.literal('scale'), factor: z.number().positive().max(1) }),
  z.object({ algorithm: z.literal('fixed'), width: pixels, height: pixels }),
]);
export type ResizeRule = z.infer<typeof ResizeRuleSchema>;

/** Longest side by shortest side that the Qwen processors still take. */
const MAX_ASPECT = 200;

/** Size after resizing; why there is none, where the rule refuses the picture or would leave a side at nothing. */
export type ResizedSize =
  | { readonly type: 'size'; readonly size: Size }
  | { readonly type: 'refused'; readonly reason: 'aspect_ratio' | 'too_small' };

/** The size that a rule gives a picture. The order of the floating-point operations is the published code's. */
export function resizedSize(size: Size, rule: ResizeRule): ResizedSize {
  switch (rule.algorithm) {
    case 'smart_resize':
      return smartResize(size.width, size.height, rule, rule.factor);
    case 'smart_resize_gui_owl':
      return guiOwlResize(size, rule);
    case 'linear_resize':
      return linearResize(size, rule);
    case 'longest_side':
      return longestSide(size, rule.maxSide);
    case 'scale':
      return checked(Math.trunc(size.width * rule.factor), Math.trunc(size.height * rule.factor));
    case 'fixed':
      return { type: 'size', size: { width: rule.width, height: rule.height } };
    default:
      return rule satisfies never;
  }
}

interface PixelLimits {
  readonly factor: number;
  readonly minPixels: number;
  readonly maxPixels: number;
}

function smartResize(width: number, height: number, limits: PixelLimits, least: number): ResizedSize {
  const { factor, minPixels, maxPixels } = limits;
  if (Math.max(width, height) / Math.min(width, height) > MAX_ASPECT) {
    return { type: 'refused', reason: 'aspect_ratio' };
  }
  const h = Math.max(least, roundHalfToEven(height / factor) * factor);
  const w = Math.max(least, roundHalfToEven(width / factor) * factor);
  if (h * w > maxPixels) {
    const beta = Math.sqrt((height * width) / maxPixels);
    return checked(Math.floor(width / beta / factor) * factor, Math.floor(height / beta / factor) * factor);
  }
  if (h * w < minPixels) {
    const beta = Math.sqrt(minPixels / (height * width));
    return checked(Math.ceil((width * beta) / factor) * factor, Math.ceil((height * beta) / factor) * factor);
  }
  return checked(w, h);
}

function guiOwlResize(
  { width, height }: Size,
  rule: Extract<ResizeRule, { algorithm: 'smart_resize_gui_owl' }>,
): ResizedSize {
  if (Math.min(width, height) < 2) return { type: 'refused', reason: 'too_small' };
  const longest = Math.max(width, height);
  if (longest <= rule.maxLongSide || longest / Math.min(width, height) > MAX_ASPECT) {
    return smartResize(width, height, rule, 0);
  }
  const beta = longest / rule.maxLongSide;
  return smartResize(Math.trunc(width / beta), Math.trunc(height / beta), rule, 0);
}

function linearResize(
  { width, height }: Size,
  { minPixels, maxPixels }: { minPixels: number; maxPixels: number },
): ResizedSize {
  const area = width * height;
  if (area > maxPixels) {
    const scale = Math.sqrt(maxPixels / area);
    return checked(Math.trunc(width * scale), Math.trunc(height * scale));
  }
  if (area < minPixels) {
    const scale = Math.sqrt(minPixels / area);
    return checked(Math.ceil(width * scale), Math.ceil(height * scale));
  }
  return checked(width, height);
}

function longestSide({ width, height }: Size, maxSide: number): ResizedSize {
  let [w, h] = [width, height];
  if (h > maxSide) [w, h] = [Math.trunc((w * maxSide) / h), maxSide];
  if (w > maxSide) [w, h] = [maxSide, Math.trunc((h * maxSide) / w)];
  return checked(w, h);
}

function checked(width: number, height: number): ResizedSize {
  if (width < 1 || height < 1) return { type: 'refused', reason: 'too_small' };
  return { type: 'size', size: { width, height } };
}

/** Python's `round`: ties go to the even neighbour. `Math.round` would give 720/32 another cell. */
export function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
