import { describe, expect, it } from 'vitest';
import { keepLatest } from './keep-latest.js';

describe('keepLatest', () => {
  it('reads again only what was not asked for lately', async () => {
    const read: string[] = [];
    const reader = keepLatest(2, async (id) => {
      read.push(id);
      return { id };
    });
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await reader(id)).toEqual({ id });
    expect(read).toEqual(['a', 'b', 'c', 'b']);
    expect(await reader('a')).toBe(await reader('a'));
  });

  it('asks again where reading failed', async () => {
    let times = 0;
    const reader = keepLatest(2, async () => {
      times += 1;
      if (times === 1) throw new Error('not now');
      return times;
    });
    await expect(reader('a')).rejects.toThrow('not now');
    expect(await reader('a')).toBe(2);
  });
});
