import { describe, expect, it } from 'vitest';
import type { Task } from '../../domain/task.js';
import { carriedOver, madeOf } from './carry-over.js';

function task(id: string, screen: string, text = id): Task {
  return {
    id,
    instructions: { en: text },
    apps: [],
    tags: [],
    milestones: [{ type: 'screen', id: 'goal', abilities: [], screens: [screen] }],
    evaluators: [],
  };
}

describe('tasks of an earlier call', () => {
  it('stay where they were not made again, corrected or reviewed', () => {
    const before = [
      task('gone', 'a'),
      task('corrected', 'mine'),
      task('reviewed', 'c', 'in my words'),
      task('old', 'd'),
    ];
    const asMade = new Map(
      [task('gone', 'a'), task('corrected', 'b'), task('reviewed', 'c'), task('old', 'd')].map((one) => [
        one.id,
        madeOf(one),
      ]),
    );
    const made = [task('new', 'n'), task('corrected', 'b'), task('reviewed', 'c'), task('old', 'other')];
    const [gone, corrected, reviewed] = before;
    expect(carriedOver(made, before, asMade)).toEqual([gone, corrected, reviewed, made[3], made[0]]);
    expect(carriedOver([], before, asMade)).toEqual(before);
    // What is not known to be untouched is kept.
    expect(carriedOver(made, before, new Map())).toEqual([...before, made[0]]);
  });
});
