import { describe, expect, it } from 'vitest';
import { tableCsv } from './table-csv.js';

describe('tableCsv', () => {
  it('writes numbers as they are, and quotes what would end a field', () => {
    const csv = tableCsv({
      id: 'made-up',
      title: 'Made up',
      columns: ['name', 'share', 'mean'].map((title) => ({ title, align: 'left' })),
      rows: [
        [{ text: 'Notes, "big"' }, { text: '33.3', value: 1 / 3 }, { text: '–', value: null }],
        [{ text: 'two\nlines' }, { text: '0', value: 0 }, { text: '' }],
      ],
      notes: ['not in the file'],
    });
    expect(csv).toBe(`name,share,mean\r\n"Notes, ""big""",${1 / 3},\r\n"two\nlines",0,\r\n`);
  });
});
