import { expect, it } from 'vitest';
import { askedWidth } from './asked-width.js';

it('asks for the whole picture where it alone tells what its marks are measured by', () => {
  expect(askedWidth({ size: [1080, 2400] }, false)).toBe(160);
  expect(askedWidth({ size: [1080, 2400] }, true)).toBe(1080);
  expect(askedWidth({ size: null }, false)).toBeNull();
  expect(askedWidth({ size: null }, true)).toBeNull();
});
