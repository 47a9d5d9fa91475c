import type { PromptInput } from './dialect.js';
import { coordinateSpan, type CoordinateRule } from './reading/resolve-position.js';

/** One sentence for a prompt: what the numbers of positions mean. */
export function describePositions(rule: CoordinateRule, { screen, screenshot }: PromptInput): string {
  const order = rule.order === 'yx' ? 'y first' : 'x first';
  if (rule.space === 'norm') {
    return `Positions run from 0 to ${rule.span} on both axes, ${order}, from the top left corner.`;
  }
  const size = coordinateSpan(rule, { screen, sent: screenshot?.size ?? null });
  const range = size === null ? 'pixels' : `pixels of a picture of ${size.width} x ${size.height}`;
  return `Positions are ${range}, ${order}, from the top left corner.`;
}
