import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resizedSize, type ResizeRule } from './resize-rule.js';

const QWEN: ResizeRule = { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 1_003_520 };

describe('resizedSize', () => {
  it('rounds ties to even cells and keeps the order of floating-point operations', () => {
    const wide: ResizeRule = { ...QWEN, factor: 32, maxPixels: 16_777_216 };
    expect(resizedSize({ width: 720, height: 1280 }, wide)).toEqual({
      type: 'size',
      size: { width: 704, height: 1280 },
    });
    expect(resizedSize({ width: 1080, height: 2400 }, QWEN)).toEqual({
      type: 'size',
      size: { width: 672, height: 1484 },
    });
  });

  it('maps each of its own results to itself, so that a server that resizes again changes nothing', () => {
    const side = fc.integer({ min: 28, max: 4000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const once = resizedSize({ width, height }, QWEN);
        fc.pre(once.type === 'size');
        expect(resizedSize(once.size, QWEN)).toEqual(once);
      }),
    );
  });

  it('refuses pictures that the processors refuse', () => {
    expect(resizedSize({ width: 100, height: 20_001 }, QWEN)).toEqual({
      type: 'refused',
      reason: 'aspect_ratio',
    });
    const owl: ResizeRule = { ...QWEN, algorithm: 'smart_resize_gui_owl', maxLongSide: 50_000 };
    expect(resizedSize({ width: 1, height: 100 }, owl)).toEqual({ type: 'refused', reason: 'too_small' });
  });
});
