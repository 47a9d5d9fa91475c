import { expect, it } from 'vitest';
import { picturesToSketch } from './pictures-to-sketch.js';

it('shares its bound over the episodes, each picture once', () => {
  const episodes = [['a1', 'same', 'a3'], ['b1', 'same', null, 'b4'], ['c1']];
  expect(picturesToSketch(episodes, 5)).toEqual({ pictures: ['a1', 'b1', 'c1', 'same', 'a3'], left: 1 });
  expect(picturesToSketch(episodes, 9)).toMatchObject({ left: 0 });
});
