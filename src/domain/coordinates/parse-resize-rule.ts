import { ResizeRuleSchema, type ResizeRule } from './resize-rule.js';

/** Numbers of each resize rule in the order in which its text names them. */
const RESIZE_NUMBERS: Readonly<Record<ResizeRule['algorithm'], readonly string[]>> = {
  smart_resize: ['factor', 'minPixels', 'maxPixels'],
  smart_resize_gui_owl: ['factor', 'minPixels', 'maxPixels', 'maxLongSide'],
  linear_resize: ['minPixels', 'maxPixels'],
  longest_side: ['maxSide'],
  scale: ['factor'],
  fixed: ['width', 'height'],
};

/** A resize rule from its name and its numbers in their order; null for anything else. */
export function parseResizeRule(algorithm: string, numbers: readonly string[]): ResizeRule | null {
  const names = Object.hasOwn(RESIZE_NUMBERS, algorithm)
    ? RESIZE_NUMBERS[algorithm as ResizeRule['algorithm']]
    : [];
  if (names.length === 0 || names.length !== numbers.length) return null;
  const rule = Object.fromEntries(names.map((name, index) => [name, Number(numbers[index])]));
  const parsed = ResizeRuleSchema.safeParse({ algorithm, ...rule });
  return parsed.success ? parsed.data : null;
}
