import type { PictureRule } from '../../domain/observation-rule.js';
import type { CoordinateRule } from './reading/resolve-position.js';

/**
 * How to send pictures to a model whose numbers are read by this rule: resized as its own processor would, so that what it
 * sees is what was sent, whatever the limits of the server.
 */
export function pictureFor(coordinates: CoordinateRule, format: PictureRule['format'] = 'png'): PictureRule {
  const isRule = coordinates.space === 'resized' && 'algorithm' in coordinates.to;
  return { resize: isRule ? coordinates.to : null, format };
}
