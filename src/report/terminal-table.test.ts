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

  const list: Table = {
    id: 'l',
    title: 'List',
    columns: [
      { title: 'name', align: 'left' },
      { title: 'what', align: 'left' },
      { title: 'switches', align: 'left', hideOrder: 0 },
      { title: 'origin', align: 'left', hideOrder: 1 },
    ],
    rows: [
      [
        { text: 'mobile-agent-v2' },
        { text: 'acts, judges each operation, keeps notes' },
        { text: 'perception=hierarchy, memory=true' },
        { text: 'touchstone' },
      ],
    ],
    notes: ['A note.'],
  };

  it('hides columns that may be hidden, in their order, before it narrows what is to be read, and says so', () => {
    const text = renderTable(list, { ...PIPE, width: 60 });
    expect(text.split('\n')[2]).toBe('name             what                             origin');
    expect(text).toContain('\n1 column hidden; widen the terminal or use --json\nA note.');
    expect(renderTable(list, { ...PIPE, width: 45 })).toContain('2 columns hidden;');
    expect(renderTable(list, { ...PIPE, width: 160 })).not.toContain('hidden');
    expect(renderTable(list, PIPE)).not.toContain('hidden');
  });

  it('hides columns that say nothing first', () => {
    const rows = [
      [{ text: 'mobile-agent-v2' }, { text: 'acts' }, { text: 'perception=hierarchy' }, { text: '' }],
    ];
    const text = renderTable({ ...list, rows }, { ...PIPE, width: 46 });
    expect(text.split('\n')[2]).toBe('name             what  switches');
  });

  it('wraps between words alone, and between Chinese characters, which have no spaces', () => {
    const rows = [[{ text: 'mobile-agent-v2' }, { text: '点击Settings按钮，然后等待两秒钟，再确认结果' }]];
    const text = renderTable({ ...list, columns: list.columns.slice(0, 2), rows }, { ...PIPE, width: 40 });
    expect(text.split('\n').slice(4, -2)).toEqual([
      'mobile-agent-v2  点击Settings按钮，然后',
      '                 等待两秒钟，再确认结果',
    ]);
    for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(40);
  });

  it('wraps the titles of numbers before the texts', () => {
    const columns = [
      { title: 'file', align: 'left' },
      { title: 'completion at most', align: 'right' },
      { title: 'success at most', align: 'right' },
    ] as const;
    const rows = [[{ text: 'the suite of the world' }, { text: '100.00 %' }, { text: '9.00 %' }]];
    expect(renderTable({ ...list, columns, rows, notes: [] }, { ...PIPE, width: 46 }).split('\n')).toEqual([
      'List',
      '',
      'file                    completion  success at',
      '                           at most        most',
      '──────────────────────  ──────────  ──────────',
      'the suite of the world    100.00 %      9.00 %',
    ]);
  });

  it('lists the cells of each row where not even blocks keep words whole', () => {
    const columns = [
      { title: 'provider', align: 'left' },
      { title: 'address', align: 'left' },
    ] as const;
    const rows = [
      [{ text: 'a-provider-with-a-name' }, { text: 'https://generativelanguage.example.com' }],
      [{ text: 'b' }, { text: '' }],
    ];
    expect(renderTable({ ...list, columns, rows, notes: [] }, { ...PIPE, width: 50 }).split('\n')).toEqual([
      'List',
      '',
      'provider: a-provider-with-a-name',
      'address: https://generativelanguage.example.com',
      '',
      'provider: b',
      'address:',
    ]);
  });

  it('shows no headings over a table without rows, but its notes', () => {
    expect(renderTable({ ...table, rows: [], notes: [] }, PIPE)).toBe('Results\n\n(none)');
    expect(renderTable({ ...table, rows: [], notes: ['Nothing.'] }, PIPE)).toBe('Results\n\nNothing.');
  });
});
