import type { Size } from '../geometry.js';
import { parseResizeRule } from './parse-resize-rule.js';
import { resizedSize, type ResizeRule } from './resize-rule.js';

/**
 * What a model's numbers mean: `sent` pixels of the picture as sent, `resized` pixels of the picture after the server's
 * own resize (a rule, or a size that somebody worked out), `norm` 0 to `span` on both axes. `yx`: y is written first.
 */
export type CoordinateRule = (
  | { readonly space: 'sent' }
  | { readonly space: 'resized'; readonly to: ResizeRule | Size }
  | { readonly space: 'norm'; readonly span: number }
) & { readonly order?: 'yx' };

/** The pictures a position refers to. */
export interface PictureSizes {
  /** Size of the source picture; null where nobody knows it. */
  readonly screen: Size | null;
  /** Size of the picture as sent; null or absent where it is the source picture. */
  readonly sent?: Size | null;
}

/** Largest numbers on both axes; null where they are those of a picture whose size nobody knows. */
export function coordinateSpan(rule: CoordinateRule, { screen, sent }: PictureSizes): Size | null {
  switch (rule.space) {
    case 'sent':
      return sent ?? screen;
    case 'resized': {
      if (!('algorithm' in rule.to)) return rule.to;
      const shown = sent ?? screen;
      const resized = shown === null ? null : resizedSize(shown, rule.to);
      return resized?.type === 'size' ? resized.size : null;
    }
    case 'norm':
      return { width: rule.span, height: rule.span };
    default:
      return rule satisfies never;
  }
}

/** The rule in one word, for tables and a run's identity. */
export function coordinateRuleText(rule: CoordinateRule): string {
  const order = rule.order === 'yx' ? ':yx' : '';
  switch (rule.space) {
    case 'sent':
      return `sent${order}`;
    case 'norm':
      return `norm:${rule.span}${order}`;
    case 'resized': {
      const { to } = rule;
      if (!('algorithm' in to)) return `resized:${to.width}x${to.height}${order}`;
      const limits = Object.entries(to).filter(([name]) => name !== 'algorithm');
      return `${to.algorithm}:${limits.map(([, value]) => String(value)).join(':')}${order}`;
    }
    default:
      return rule satisfies never;
  }
}

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
