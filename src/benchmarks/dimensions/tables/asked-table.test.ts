import { describe, expect, it } from 'vitest';
import type { BenchmarkItem } from '../../benchmark.js';
import { askedTable } from './asked-table.js';
import { formatItems } from '../format-items.js';
import { knowledgeItems } from '../knowledge-items.js';
import { benchmarkItemOf } from '../question-item.js';

async function* itemsOf(): AsyncGenerator<BenchmarkItem> {
  const question = {
    name: '0',
    dimension: 'goal' as const,
    text: 'What is asked for?',
    options: { A: 'a', B: 'b', C: 'c', D: 'd' },
    right: 'C' as const,
    apps: [],
    category: null,
  };
  for (const item of knowledgeItems(question)) yield benchmarkItemOf(item);
  const [first, ...others] = [...formatItems(1)].map(benchmarkItemOf);
  if (first !== undefined) yield { ...first, invalid: 'it is not there' };
  yield* others;
}

describe('askedTable', () => {
  it('counts sets, items, what is missing, and what is right how often', async () => {
    const { rows } = await askedTable(itemsOf());
    expect(rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['Goal understanding', '', '1', '5', '0', 'F 3, C 1, T 1'],
      ['Instruction following', '', '141', '141', '1', 'format 140'],
    ]);
  });
});
