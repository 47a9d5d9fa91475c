import type { PictureRule } from '../../domain/observation-rule.js';
import type { CoordinateRule } from './reading/resolve-position.js';

/**
 * How to send pictures to a model whose numbers are read by this rule: resized as its own processor would, so that it
 * sees exactly what was sent, regardless of the server's limits.
 */
export function pictureFor(coordinates: CoordinateRule, format: PictureRule['format'] = 'png'): PictureRule {
  const isRule = coordinates.space === 'resized' && 'algorithm' in coordinates.to;
  return { resize: isRule ? coordinates.to : null, format };
}
