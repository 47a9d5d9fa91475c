import { describe, expect, it } from 'vitest';
import { isDecided, statementRows } from './fixtures/statement-rows.js';

const ROWS = statementRows('docs/android-statements.md');
const SECTIONS = ['3', '4', '5', '6', '7', '8', '9', '10', '11', '12'];

describe('statements of the driver for phones', () => {
  it('are there for every section, each once', () => {
    expect(SECTIONS.filter((one) => !ROWS.some(({ section }) => section.split('.')[0] === one))).toEqual([]);
    expect(new Set(ROWS.map(({ statement }) => statement)).size).toBe(ROWS.length);
  });

  it('each name a test that is there, or why they are left', () => {
    expect(ROWS.filter((row) => !isDecided(row))).toEqual([]);
  });
});
