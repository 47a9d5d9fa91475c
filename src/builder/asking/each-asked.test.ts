import { describe, expect, it } from 'vitest';
import { DatasetError, UserError } from '../../errors.js';
import { eachAsked } from './each-asked.js';

const { signal } = new AbortController();

async function outcomes(work: (item: number) => Promise<number>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const one of eachAsked([1, 2, 3], { concurrency: 2, signal }, work)) found.push(one);
  return found;
}

describe('things that models are asked about', () => {
  it('go on after one whose files cannot be read', async () => {
    const found = await outcomes(async (item) => {
      if (item === 2) throw new DatasetError('no picture');
      return item;
    });
    expect(found).toEqual([
      { type: 'done', value: 1 },
      { type: 'broken', message: 'no picture' },
      { type: 'done', value: 3 },
    ]);
  });

  it('end with what is nobody else to blame for', async () => {
    await expect(outcomes(() => Promise.reject(new UserError('wrong flag')))).rejects.toThrow('wrong flag');
  });
});
