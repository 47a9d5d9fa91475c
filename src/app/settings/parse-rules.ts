import type { PictureRule } from '../../domain/observation-rule.js';
import { parseResizeRule } from '../../domain/coordinates/parse-resize-rule.js';

/** How rules of coordinates are written, for help. */
export const COORDINATE_FORMS =
  'sent, norm:1000, resized:672x1484, smart_resize:28:3136:1003520, each with :yx';
/** How rules of pictures are written, for help. */
export const PICTURE_FORMS =
  'source, longest_side:1120, scale:0.33, smart_resize:28:3136:1003520, each with :png or :jpeg';

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
