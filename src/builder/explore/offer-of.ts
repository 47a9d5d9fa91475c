import type { Action } from '../../domain/action.js';
import { submitOffer, typeId, typeOffer, type Offer, type ScreenSketch } from './screen-sketch.js';

/** The offer of a screen by its id; null for one that the screen does not make. @param action that it was somewhere */
export function offerOf(sketch: ScreenSketch, tried: string, action: Action): Offer | null {
  const known = sketch.offers.find(({ id }) => id === tried);
  if (known !== undefined) return known;
  for (const [number, element] of sketch.elements.entries()) {
    if (!element.isField) continue;
    if (action.type === 'type' && typeId(element, action.text) === tried) {
      return typeOffer(element, number, action.text);
    }
    const start = `submit ${element.fullKey} `;
    if (tried.startsWith(start)) return submitOffer(element, number, tried.slice(start.length));
  }
  return null;
}
