import { expect, it } from 'vitest';
import { percent, percentInterval, toFixedEven } from './percent.js';

it('percent prints ratios in percent, and says when there is none', () => {
  expect(percent(156 / 175, 2)).toBe('89.14');
  expect(percent(1)).toBe('100.0');
  expect(percent(null)).toBe('n/a');
  expect(percentInterval({ low: 0.8366, high: 0.929 })).toBe('83.7–92.9');
  expect(percentInterval(null)).toBe('n/a');
});

it.each([
  [0.125, 2, '0.12'],
  [0.375, 2, '0.38'],
  [2.5, 0, '2'],
  [3.5, 0, '4'],
  [1.005, 2, '1.00'],
  [6.25, 1, '6.2'],
])('toFixedEven rounds %d to %d decimals as printf does', (value, digits, text) => {
  expect(toFixedEven(value, digits)).toBe(text);
});
