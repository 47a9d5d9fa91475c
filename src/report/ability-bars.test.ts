import { expect, it } from 'vitest';
import { renderAbilities } from './ability-bars.js';

it('renderAbilities draws a bar per ability, and says what was never called for', () => {
  const abilities = [
    { ability: 'search', hit: 3, total: 4 },
    { ability: 'copy', hit: 0, total: 0 },
  ];
  const lines = renderAbilities('random', abilities, { width: null, color: false, ascii: true }).split('\n');
  expect(lines[0]).toBe('Atomic capabilities of random (%)');
  expect(lines[2]).toBe('search  |########======================----------| 75.0 (3/4)');
  expect(lines[3]).toMatch(/^copy +\| +\| never called for$/);
});
