import { expect, it } from 'vitest';
import { chanceText } from './chance-text.js';

it.each([
  [0, '0 %'],
  [1, '100 %'],
  [0.2, '20 %'],
  [1 / 3, '33.3 %'],
  [0.00012345, '0.0123 %'],
  [0.9731, '97.3 %'],
  [0.998047, '99.8 %'],
  [0.9999923, '99.99923 %'],
])('writes a chance of %s as %s', (chance, text) => {
  expect(chanceText(chance)).toBe(text);
});
