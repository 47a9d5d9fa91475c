import { describe, expect, it } from 'vitest';
import type { Table } from '../metrics/tables/table.js';
import { renderProfiles } from './profile-bars.js';

function profile(...rows: readonly [string, number | null][]): Table {
  return {
    id: 'dimension-profile',
    title: '',
    columns: [],
    notes: [],
    rows: rows.map(([name, value]) => [
      { text: name },
      { text: 'text' },
      { text: 'items right' },
      { text: value === null ? 'n/a' : (value * 100).toFixed(1), value },
      { text: '' },
    ]),
  };
}

describe('renderProfiles', () => {
  it('draws a bar for each dimension and agent, and leaves open what one was not asked', () => {
    const drawn = renderProfiles(
      'Profile',
      [
        { agent: 'first', table: profile(['Planning', 1], ['Grounding', 0.5]) },
        { agent: 'second', table: profile(['Planning', 0]) },
      ],
      { width: 60, ascii: true, color: false },
    );
    const lines = drawn.split('\n');
    const bars = lines
      .slice(2)
      .map((line) => [line.slice(0, 17).trim(), (line.match(/#/g) ?? []).length > 0]);
    expect(lines[0]).toBe('Profile');
    expect(bars).toEqual([
      ['Planning   first', true],
      ['second', false],
      ['Grounding  first', true],
      ['second', false],
    ]);
    expect(lines.at(-1)).toMatch(/n\/a$/);
  });
});
