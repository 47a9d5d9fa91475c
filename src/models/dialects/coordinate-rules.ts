import type { CoordinateRule } from './reading/resolve-position.js';

/** Pixels of the picture that the processor of Qwen2.5-VL makes, with the limits of its file. */
export const QWEN25_COORDINATES: CoordinateRule = {
  space: 'resized',
  to: { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 12_845_056 },
};

/** Numbers from 0 to 1000 on both axes. */
export const PERMILLE: CoordinateRule = { space: 'norm', span: 1000 };
