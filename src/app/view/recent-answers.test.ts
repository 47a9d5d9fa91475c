import { describe, expect, it } from 'vitest';
import { RecentAnswers } from './recent-answers.js';

describe('RecentAnswers', () => {
  /** Answers of one size, and how often each was made. */
  function counted(most: number) {
    const answers = new RecentAnswers<string>(most);
    const made: string[] = [];
    const ask = (name: string, print: string): Promise<string> =>
      answers.get(name, print, async () => {
        made.push(`${name} ${print}`);
        return { value: `${name} ${print}`, size: 1 };
      });
    return { answers, made, ask };
  }

  it('makes once what is asked for twice, also at one time', async () => {
    const { ask, made } = counted(10);
    expect(await Promise.all([ask('a', '1'), ask('a', '1')])).toEqual(['a 1', 'a 1']);
    expect(await ask('a', '1')).toBe('a 1');
    expect(made).toEqual(['a 1']);
  });

  it('makes anew what was made from something else', async () => {
    const { ask, made } = counted(10);
    await ask('a', '1');
    expect(await ask('a', '2')).toBe('a 2');
    expect(await ask('a', '1')).toBe('a 1');
    expect(made).toEqual(['a 1', 'a 2', 'a 1']);
  });

  it('keeps no more than it may, and what was asked for last', async () => {
    const { ask, made } = counted(2);
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name, '1');
    expect(made).toEqual(['a 1', 'b 1', 'c 1', 'b 1']);
  });

  it('keeps nothing of what could not be made', async () => {
    const { answers, ask } = counted(2);
    const fail = answers.get('a', '1', async () => {
      throw new Error('no');
    });
    await expect(fail).rejects.toThrow('no');
    expect(await ask('a', '1')).toBe('a 1');
  });
});
