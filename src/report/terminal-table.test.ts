import { describe, expect, it } from 'vitest';
import type { Table } from '../metrics/tables/table.js';
import { renderTable } from './terminal-table.js';
import { displayWidth } from './terminal-text.js';

const PIPE = { width: null, color: false, ascii: false };

const table: Table = {
  id: 't',
  title: 'Results',
  columns: [
    { title: 'Agent', align: 'left' },
    { title: 'SR', align: 'right', group: 'Success' },
    { title: '95 %', align: 'right', group: 'Success' },
    { title: 'Steps', align: 'right' },
  ],
  rows: [
    [{ text: 'oracle' }, { text: '100.0' }, { text: '97–100' }, { text: '11.6' }],
    [{ text: '随机代理' }, { text: '0.0' }, { text: '0–2' }, { text: '40.0' }],
  ],
  notes: ['n: items judged.'],
};

describe('renderTable', () => {
  it('aligns plain text in a pipe, wide characters included', () => {
    expect(renderTable(table, PIPE)).toBe(
      [
        'Results',
        '',
        '          ── Success ──',
        'Agent        SR    95 %  Steps',
        '────────  ─────  ──────  ─────',
        'oracle    100.0  97–100   11.6',
        '随机代理    0.0     0–2   40.0',
        '',
        'n: items judged.',
      ].join('\n'),
    );
  });

  it('says the same without Unicode signs of its own', () => {
    const text = renderTable(table, { ...PIPE, ascii: true });
    expect(text).toContain('oracle    100.0  97-100   11.6');
    expect(text).not.toMatch(/[─–]/);
  });

  it('adds colour only to what is there without it', () => {
    // oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
    const stripped = renderTable(table, { ...PIPE, color: true }).replace(/\u001B\[\d+m/g, '');
    expect(stripped.split('\n').map((line) => line.trimEnd())).toEqual(renderTable(table, PIPE).split('\n'));
  });

  it.each([40, 50, 60])('keeps within %d columns and loses nothing', (width) => {
    const long = {
      ...table,
      rows: [
        ...table.rows,
        [{ text: 'an agent with quite a long name' }, { text: '12.5' }, { text: '8–17' }, { text: '9.0' }],
      ],
      notes: ['A long note that has to be broken into several lines since the terminal is narrow.'],
    };
    const text = renderTable(long, { ...PIPE, width });
    for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    for (const word of 'an agent with quite a long name 12.5 8–17 9.0 narrow.'.split(' '))
      expect(text).toContain(word);
  });

  it('continues a table that cannot fit in blocks that repeat the leading column', () => {
    const columns = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'].map((title) => ({
      title,
      align: 'right' as const,
    }));
    const wide: Table = {
      id: 'w',
      title: 'Wide',
      columns: [{ title: 'Model', align: 'left' }, ...columns],
      rows: [[{ text: 'm1' }, ...columns.map(() => ({ text: '100.00' }))]],
      notes: [],
    };
    const lines = renderTable(wide, { ...PIPE, width: 24 }).split('\n');
    expect(lines.filter((line) => line.startsWith('Model')).length).toBeGreaterThan(1);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(24);
  });

  it('shows no headings over a table without rows, but its notes', () => {
    expect(renderTable({ ...table, rows: [], notes: [] }, PIPE)).toBe('Results\n\n(none)');
    expect(renderTable({ ...table, rows: [], notes: ['Nothing.'] }, PIPE)).toBe('Results\n\nNothing.');
  });
});
