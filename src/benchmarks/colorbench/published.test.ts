import { describe, expect, it } from 'vitest';
import { PUBLISHED_ABLATION, PUBLISHED_RATES } from './published.js';

const SINGLE = 74;
const CROSS = 101;
const ROWS = [
  ...PUBLISHED_RATES.map(([baseline, model, ...rates]) => ({ name: `${baseline}, ${model}`, rates })),
  ...PUBLISHED_ABLATION.map(([model, modules, rates]) => ({
    name: `${model} ${JSON.stringify(modules)}`,
    rates,
  })),
];

/** Two printed groups lack tasks whose files were missing (23 of 99 and 27 of 98); over all tasks none is left out. */
const LACKING = new Set([23.23, 27.55]);

describe('the published rates', () => {
  it.each(ROWS)('of all tasks are those of their parts: $name', ({ rates }) => {
    const [singleSr = NaN, singleCr = NaN, crossSr = NaN, crossCr = NaN, sr = NaN, cr = NaN] = rates;
    const both = (single: number, cross: number): number =>
      (single * SINGLE + cross * CROSS) / (SINGLE + CROSS);
    const most = LACKING.has(crossSr) ? 0.5 : 0.011;
    expect(Math.abs(both(singleSr, crossSr) - sr)).toBeLessThan(most);
    expect(Math.abs(both(singleCr, crossCr) - cr)).toBeLessThan(most);
  });
});
