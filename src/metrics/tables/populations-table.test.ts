import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../domain/episode.js';
import { TaskSchema } from '../../domain/task.js';
import { clopperPearsonInterval } from '../intervals/clopper-pearson.js';
import { Populations } from './populations-table.js';

interface Tried {
  readonly id: string;
  readonly apps: readonly string[];
  readonly outcomes: readonly Outcome[];
}

function tableOf(tasks: readonly Tried[]): ReturnType<Populations['table']> {
  const populations = new Populations();
  for (const { id, apps, outcomes } of tasks) {
    const task = TaskSchema.parse({ id, instructions: { en: id }, apps: [...apps] });
    for (const outcome of outcomes) populations.add({ task, outcome });
  }
  return populations.table('x');
}

function many(count: number, of: (index: number) => Omit<Tried, 'id'>): Tried[] {
  return Array.from({ length: count }, (_, index) => ({ id: `t${index}`, ...of(index) }));
}

describe('Populations', () => {
  it('gives a wider interval the further the rate is to reach', () => {
    const table = tableOf(
      many(20, (index) => ({
        apps: [`app ${index % 5}`],
        outcomes: index % 5 < 3 ? ['passed', 'passed', 'model_error'] : ['failed', 'passed', 'failed'],
      })),
    );
    const [tries, tasks, apps] = table?.rows ?? [];
    expect(table?.rows.map((row) => row.slice(1, 4).map(({ text }) => text))).toEqual([
      ['more tries at these tasks', '48 tries', '66.7'],
      ['new tasks like these', '20 tasks', '66.7'],
      ['new apps', '5 apps', '66.7'],
    ]);
    // 12 tasks tried twice and 8 three times were judged: 24 + 8 of 48 passed.
    expect(tries?.[3]?.counts).toEqual([32, 48]);
    const { low, high } = clopperPearsonInterval(32, 48) ?? { low: 0, high: 0 };
    expect(tries?.[4]?.interval).toEqual([low, high]);
    const widths = [tries, tasks, apps].map((row) => {
      const [from = Number.NaN, to = Number.NaN] = row?.[4]?.interval ?? [];
      return to - from;
    });
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(new Set(widths).size).toBe(3);
  });

  it('knows nothing of new apps where a task names several', () => {
    const table = tableOf(
      many(6, (index) => ({ apps: index === 0 ? ['a', 'b'] : ['a'], outcomes: ['passed', 'failed'] })),
    );
    expect(table?.rows[2]?.at(-1)?.text).toBe('n/a');
    expect(table?.notes.join(' ')).toContain('some name several');
  });

  it('is left out where there is nothing to tell apart', () => {
    expect(tableOf(many(5, (index) => ({ apps: [`${index}`], outcomes: ['passed'] })))).toBeNull();
    expect(tableOf(many(5, () => ({ apps: ['one'], outcomes: ['passed'] })))).toBeNull();
    expect(tableOf([])).toBeNull();
    expect(tableOf(many(5, (index) => ({ apps: [`${index % 2}`], outcomes: ['passed'] })))).not.toBeNull();
  });
});
