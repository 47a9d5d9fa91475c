import { ResizeRuleSchema } from '../domain/resize-rule.js';
import type { ResizeRule } from '../domain/resize-rule.js';
import type { PictureRule } from '../domain/observation-rule.js';
import type { CoordinateRule } from '../models/dialects/resolve-position.js';

/** Numbers of each resize rule in the order in which its text names them. */
const RESIZE_NUMBERS: Readonly<Record<ResizeRule['algorithm'], readonly string[]>> = {
  smart_resize: ['factor', 'minPixels', 'maxPixels'],
  smart_resize_gui_owl: ['factor', 'minPixels', 'maxPixels', 'maxLongSide'],
  linear_resize: ['minPixels', 'maxPixels'],
  longest_side: ['maxSide'],
};

/** How rules of coordinates are written, for help. */
export const COORDINATE_FORMS =
  'sent, norm:1000, resized:672x1484, smart_resize:28:3136:1003520, each with :yx';
/** How rules of pictures are written, for help. */
export const PICTURE_FORMS =
  'source, longest_side:1120, smart_resize:28:3136:1003520, each with :png or :jpeg';

/** A coordinate rule from its text (`coordinateRuleText`), such as `norm:1000:yx`; null for anything else. */
export function parseCoordinateRule(text: string): CoordinateRule | null {
  const parts = text.split(':');
  const isSwapped = parts.at(-1) === 'yx';
  const order = isSwapped ? { order: 'yx' as const } : {};
  const [space = '', ...rest] = isSwapped ? parts.slice(0, -1) : parts;
  if (space === 'sent') return rest.length === 0 ? { space, ...order } : null;
  if (space === 'norm') {
    const span = Number(rest[0] ?? '');
    return rest.length === 1 && span > 0 && Number.isFinite(span) ? { space, span, ...order } : null;
  }
  if (space === 'resized') {
    const match = /^(\d{1,5})x(\d{1,5})$/.exec(rest.join(':'));
    const [width, height] = [Number(match?.[1]), Number(match?.[2])];
    return width > 0 && height > 0 ? { space, to: { width, height }, ...order } : null;
  }
  const to = parseResizeRule(space, rest);
  return to === null ? null : { space: 'resized', to, ...order };
}

/** A picture rule from its text, such as `source`, `longest_side:1120:jpeg`; PNG unless it says so; null for anything else. */
export function parsePictureRule(text: string): PictureRule | null {
  const parts = text.split(':');
  const last = parts.at(-1);
  const format = last === 'jpeg' || last === 'png' ? last : null;
  const [name = '', ...rest] = format === null ? parts : parts.slice(0, -1);
  if (name === 'source') return rest.length === 0 ? { resize: null, format: format ?? 'png' } : null;
  const resize = parseResizeRule(name, rest);
  return resize === null ? null : { resize, format: format ?? 'png' };
}

function parseResizeRule(algorithm: string, numbers: readonly string[]): ResizeRule | null {
  const names = Object.hasOwn(RESIZE_NUMBERS, algorithm)
    ? RESIZE_NUMBERS[algorithm as ResizeRule['algorithm']]
    : [];
  if (names.length === 0 || names.length !== numbers.length) return null;
  const rule = Object.fromEntries(names.map((name, index) => [name, Number(numbers[index])]));
  const parsed = ResizeRuleSchema.safeParse({ algorithm, ...rule });
  return parsed.success ? parsed.data : null;
}
