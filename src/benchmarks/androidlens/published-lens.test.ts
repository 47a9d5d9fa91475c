import { describe, expect, it } from 'vitest';
import { PUBLISHED_LENS } from './published-lens.js';

describe('the published rows', () => {
  it.each(
    PUBLISHED_LENS.flatMap(({ model, low, high }) => [
      { model, level: 'low', cells: low },
      { model, level: 'high', cells: high },
    ]),
  )('have totals pooled over steps: $model, $level', ({ cells: [zhAms, zhTm, enAms, enTm, ams, tm] }) => {
    expect(Math.abs(0.665 * zhAms + 0.335 * enAms - ams)).toBeLessThan(0.05);
    expect(Math.abs(0.665 * zhTm + 0.335 * enTm - tm)).toBeLessThan(0.05);
  });
});
