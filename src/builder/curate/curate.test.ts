import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTornLine } from '../../formats/task-review/cut-torn-line.js';
import { readTaskReview, type ReviewLine } from '../../formats/task-review/read-task-review.js';
import { reviewedTaskLine, type ReviewedTask } from '../../formats/task-review/reviewed-task.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { expansionRequest, readExpansion } from './expand-seeds.js';
import { instructionWords, lexicalOverlap } from './lexical-overlap.js';
import { withoutNearDuplicates } from './near-duplicates.js';
import { proposedTask, reviewTask } from './review-task.js';
import { validateReview } from './validate-review.js';

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
  { id: 't', app: 'Maps', language: 'en', kind: 'state', seed: null, instruction: 'Show my home' },
  { by: 'm-1', at: AT },
);

const signal = new AbortController().signal;
const OPTIONS = { file: 'review.jsonl', by: 'Ana', at: AT, limit: 0.7 };

/** The lines of a file with this text. */
async function linesOf(text: string): Promise<ReviewLine[]> {
  await using folder = await temporaryFolder({ onDisk: true });
  const file = join(folder.path, 'review.jsonl');
  await writeFile(file, text);
  const lines: ReviewLine[] = [];
  for await (const line of readTaskReview(file, { signal })) lines.push(line);
  return lines;
}

/** A line as a person left it. */
function byHand(changes: object, task: ReviewedTask = TASK): string {
  return `${JSON.stringify({ ...task, ...changes })}\n`;
}

describe('a review', () => {
  it('keeps every decision', async () => {
    const edited = reviewTask(
      TASK,
      { type: 'edit', instruction: ' Show the way home ' },
      { by: 'Ana', at: AT },
    );
    const accepted = reviewTask(edited, { type: 'accept' }, { by: 'Bo', at: AT, note: 'tried' });
    expect(accepted.history.map(({ status }) => status)).toEqual(['proposed', 'edited', 'edited']);
    const refused = reviewTask({ ...TASK, id: 'a' }, { type: 'reject' }, { by: 'Ana', at: AT });
    const lines = await linesOf([accepted, refused].map(reviewedTaskLine).join(''));
    expect(lines).toEqual([
      { line: 1, task: accepted, decision: null },
      { line: 2, task: refused, decision: null },
    ]);
    expect(() => reviewTask(TASK, { type: 'edit', instruction: ' ' }, { by: 'Ana', at: AT })).toThrow(
      /empty/,
    );
  });

  it('takes what people wrote into its lines, and says what came of each seed', async () => {
    const of = (id: string, instruction: string): ReviewedTask =>
      proposedTask(
        { id, app: 'Maps', appPackage: 'org.maps', language: 'en', kind: 'process', seed: 't', instruction },
        { by: 'm-1', at: AT },
      );
    const seed = {
      ...TASK,
      expansion: { asked: 4, proposals: 4, inputTokens: 1, outputTokens: 1, costUsd: 0 },
    };
    const lines = await linesOf(
      byHand({ status: 'accepted' }, seed) +
        byHand(
          { instruction: 'Measure a distance by hand', by: 'Bo', note: 'vague' },
          of('t-1', 'Measure it'),
        ) +
        byHand({ status: 'rejected' }, of('t-2', 'Show my homes')) +
        byHand({ status: 'edited' }, of('t-3', 'Save a place offline')),
    );
    const { tasks, history, warnings } = validateReview(lines, OPTIONS);
    expect(tasks).toEqual([
      { id: 't', app: 'Maps', language: 'en', instruction: 'Show my home', type: 'state' },
      {
        id: 't-1',
        app: 'Maps',
        appPackage: 'org.maps',
        language: 'en',
        instruction: 'Measure a distance by hand',
        type: 'process',
      },
      { ...tasks[1], id: 't-3', instruction: 'Save a place offline' },
    ]);
    const counts = { proposed: 4, accepted: 2, edited: 1, rejected: 1 };
    expect(history).toMatchObject({ counts, seeds: [{ seed: 't', instruction: 'Show my home', counts }] });
    expect(history.candidates[1]?.history.at(-1)).toEqual({
      at: AT,
      by: 'Bo',
      status: 'edited',
      instruction: 'Measure a distance by hand',
      note: 'vague',
    });
    expect(warnings).toEqual([expect.stringContaining('1 of the 4 candidates')]);
  });

  it.each([
    [
      'nobody has decided on candidate "t"',
      byHand({ status: 'accepted' }, { ...TASK, id: 'a' }) + byHand({}),
      2,
    ],
    ['rejected, and has other words', byHand({ status: 'rejected', instruction: 'x' }), 1],
    ['is empty', byHand({ instruction: ' ' }), 1],
    ['the kind of task "t" is not known', byHand({ status: 'accepted', kind: 'other' }), 1],
    [
      'the new words of "b" are too much like task "t" (overlap 0.86)',
      byHand({ status: 'accepted' }) + byHand({ instruction: 'Show my home now' }, { ...TASK, id: 'b' }),
      2,
    ],
    ['no candidate was accepted', byHand({ status: 'rejected' }), null],
  ])('says where %s', async (message, text, line) => {
    const lines = await linesOf(text);
    const validate = (): unknown => validateReview(lines, OPTIONS);
    const place = line === null ? 'review.jsonl:' : `review.jsonl:${line}`;
    expect(validate).toThrow(message);
    expect(validate).toThrow(place);
  });

  it('wants a name for what was decided', async () => {
    const lines = await linesOf(byHand({ status: 'accepted' }));
    expect(() => validateReview(lines, { ...OPTIONS, by: null })).toThrow('who decided');
  });

  it.each([
    [reviewedTaskLine(TASK) + reviewedTaskLine(TASK), /review\.jsonl:2: candidate "t" is on line 1 already/],
    [byHand({ status: 'fine' }), /review\.jsonl:1 at status/],
    ['{}\n', /formatVersion/],
  ])('refuses %s', async (text, message) => {
    await expect(linesOf(text)).rejects.toThrow(message);
  });

  it('loses a torn last line alone', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const file = join(folder.path, 'review.jsonl');
    const whole = reviewedTaskLine(TASK);
    const after = async (text: string | Buffer): Promise<readonly [boolean, string]> => {
      await writeFile(file, text);
      return [await cutTornLine(file, { signal }), await readFile(file, 'utf8')];
    };
    const bytes = Buffer.from(whole.replace('home', '家'));
    // In the middle of a character, too.
    for (const length of [1, 30, bytes.indexOf('家') + 1, bytes.length - 2]) {
      const torn = Buffer.concat([Buffer.from(whole), bytes.subarray(0, length)]);
      expect(await after(torn)).toEqual([true, whole]);
    }
    expect(await after(whole + whole.trimEnd())).toEqual([false, whole + whole]);
    expect(await after('{"formatVersion":1,"id":"a"}\nmy notes')).toEqual([
      false,
      '{"formatVersion":1,"id":"a"}\nmy notes',
    ]);
  });
});

describe('an expansion', () => {
  const group = { app: 'Maps', language: 'en', seeds: ['Show my {{home}}'], count: 3 };

  it('is asked for with the seeds', () => {
    const asked = JSON.stringify(expansionRequest(group));
    expect(asked).toMatch(/Maps.*Show my {{home}}.*Write 3 new tasks/);
    expect(asked).not.toContain('exist as well');
    const own = expansionRequest({ ...group, existing: ['Zoom'] }, '{{count}}: {{existing}}');
    expect(own.messages[0]?.content).toEqual([{ type: 'text', text: '3: These exist as well:\n- "Zoom"' }]);
    expect(() => expansionRequest(group, '{{sedes}}')).toThrow('{{sedes}}');
  });

  it('is read from the last array of texts', () => {
    const text = 'Some [thoughts].\n```json\n["Find [a] way", "Save a place", "Save a place"]\n```';
    expect(readExpansion(text)).toEqual({ type: 'value', value: ['Find [a] way', 'Save a place'] });
  });

  it.each(['', 'none', '[]', '[1]', '["a"', '{"a": ["x"]} ]'])('reads nothing from %j', (text) => {
    expect(readExpansion(text).type).toBe('unreadable');
  });
});
