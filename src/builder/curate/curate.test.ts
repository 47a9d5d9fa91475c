import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTaskReview } from '../../formats/task-review/read-task-review.js';
import { reviewedTaskLine, type ReviewedTask } from '../../formats/task-review/reviewed-task.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { expandSeeds, readExpansion } from './expand-seeds.js';
import { instructionWords, lexicalOverlap } from './lexical-overlap.js';
import { withoutNearDuplicates } from './near-duplicates.js';
import { proposedTask, reviewTask, validatedTasks } from './review-task.js';

const overlap = (a: string, b: string): number => lexicalOverlap(instructionWords(a), instructionWords(b));
const en = (id: string, instruction: string) => ({ id, language: 'en', instruction });

describe('lexicalOverlap', () => {
  it('is the F1 of the longest common subsequence of words', () => {
    // Common: show, the, nearest, to, me: 5 of 6 and 7 words.
    expect(overlap('Show the nearest café to me!', 'show me the nearest bank to me')).toBeCloseTo(
      10 / 13,
      12,
    );
    expect(overlap('打开微信支付', '打开微信')).toBeCloseTo(8 / 10, 12);
    expect(instructionWords('Ｏpen 微信 now')).toEqual(['open', '微', '信', 'now']);
  });

  it('is symmetric, within 0–1, and 1 for equal words', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(overlap(a, b)).toBe(overlap(b, a));
        expect(overlap(a, b)).toBeGreaterThanOrEqual(0);
        expect(overlap(a, b)).toBeLessThanOrEqual(1);
        if (instructionWords(a).length > 0) expect(overlap(a, a)).toBe(1);
      }),
    );
  });
});

describe('withoutNearDuplicates', () => {
  it('keeps the first of instructions that are alike, and names it', () => {
    const { kept, removed } = withoutNearDuplicates(
      [
        en('a', 'Find a hotel in Paris for two adults'),
        en('b', 'Find a hotel in Rome for two adults'),
        en('c', 'Turn on the dark theme'),
        { id: 'd', language: 'de', instruction: 'Turn on the dark theme' },
        en('e', '!?'),
        en('f', '!?'),
      ],
      { against: [en('seed', 'Turn on dark theme')] },
    );
    expect(kept.map(({ id }) => id)).toEqual(['a', 'd', 'e']);
    expect(removed).toMatchObject([
      { candidate: { id: 'b' }, of: 'a', overlap: 14 / 16 },
      { candidate: { id: 'c' }, of: 'seed', overlap: 8 / 9 },
      { candidate: { id: 'f' }, of: 'e', overlap: 1 },
    ]);
  });
});

const AT = '2026-01-02T03:04:05Z';
const TASK = proposedTask(
  { id: 't', app: 'Maps', language: 'en', seed: null, instruction: 'Show my home' },
  { by: 'm-1', at: AT },
);

describe('a review', () => {
  it('keeps every decision, and gives what people validated', async () => {
    const edited = reviewTask(
      TASK,
      { type: 'edit', instruction: ' Show the way home ' },
      { by: 'Ana', at: AT },
    );
    const accepted = reviewTask(edited, { type: 'accept' }, { by: 'Bo', at: AT, note: 'tried' });
    const refused = reviewTask({ ...TASK, id: 'a' }, { type: 'reject' }, { by: 'Ana', at: AT });
    const plain = reviewTask({ ...TASK, id: 'b' }, { type: 'accept' }, { by: 'Ana', at: AT });
    expect(accepted.history.map(({ status }) => status)).toEqual(['proposed', 'edited', 'edited']);
    const all = [accepted, refused, plain, { ...TASK, id: 'c' }];
    const list = validatedTasks(all);
    expect(list.counts).toEqual({ proposed: 1, accepted: 1, edited: 1, rejected: 1 });
    expect(list.tasks.map(({ id, instruction }) => [id, instruction])).toEqual([
      ['b', 'Show my home'],
      ['t', 'Show the way home'],
    ]);
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'review.jsonl');
    await writeFile(file, all.map(reviewedTaskLine).join(''));
    const read: ReviewedTask[] = [];
    for await (const task of readTaskReview(file, { signal: new AbortController().signal })) read.push(task);
    expect(read).toEqual(all);
    expect(() => reviewTask(TASK, { type: 'edit', instruction: ' ' }, { by: 'Ana', at: AT })).toThrow(
      /empty/,
    );
  });

  it.each([
    [reviewedTaskLine(TASK) + reviewedTaskLine(TASK), /review\.jsonl:2: candidate "t" is on line 1 already/],
    [
      reviewedTaskLine({ ...TASK, status: 'accepted' }),
      /review\.jsonl:1 at status: it is not what the history/,
    ],
    [reviewedTaskLine({ ...TASK, instruction: 'x' }), /review\.jsonl:1 at instruction/],
    ['{}\n', /formatVersion/],
  ])('refuses %s', async (text, message) => {
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'review.jsonl');
    await writeFile(file, text);
    const read = async (): Promise<void> => {
      for await (const _ of readTaskReview(file, { signal: new AbortController().signal }));
    };
    await expect(read()).rejects.toThrow(message);
  });
});

describe('expandSeeds', () => {
  it('asks with the seeds and reads instructions', async () => {
    const group = { app: 'Maps', language: 'en', seeds: ['Show my home'], count: 3 };
    let asked = '';
    const expanded = await expandSeeds(group, async (request) => {
      asked = JSON.stringify(request);
      return 'Some [thoughts].\n```json\n["Find [a] way", "Save a place", "Save a place"]\n```';
    });
    expect(expanded).toEqual({ type: 'value', value: ['Find [a] way', 'Save a place'] });
    expect(asked).toMatch(/Maps.*Show my home.*Write 3 new tasks/);
  });

  it.each(['', 'none', '[]', '[1]', '["a"', '{"a": ["x"]} ]'])('reads nothing from %j', (text) => {
    expect(readExpansion(text).type).toBe('unreadable');
  });
});
