import { describe, expect, it } from 'vitest';
import { isDecided, statementRows } from './fixtures/statement-rows.js';

const ROWS = statementRows('docs/benchmarks/probench.md');
const SECTIONS = ['1', '2', '3', '4', '5', '6.1', '6.2', '7', '8', '9'];

describe('statements of ProBench', () => {
  it('are there for every section, each once', () => {
    expect([...new Set(ROWS.map(({ section }) => section))]).toEqual(SECTIONS);
    expect(new Set(ROWS.map(({ statement }) => statement)).size).toBe(ROWS.length);
  });

  it('each name a test that is there, or why they are left', () => {
    expect(ROWS.filter((row) => !isDecided(row))).toEqual([]);
  });
});
