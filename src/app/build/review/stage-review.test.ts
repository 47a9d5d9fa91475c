import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTaskReview } from '../../../formats/task-review/read-task-review.js';
import { RunLock } from '../../../formats/run/run-lock.js';
import { RunLockedError } from '../../../formats/run/run-errors.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { CompletionReview } from '../pictures/completion-review.js';
import { boxReviewForm } from './box-review-form.js';
import { completionReviewForm } from './completion-review-form.js';
import { mergeReviewForm } from './merge-review-form.js';
import { qualityReviewForm } from './quality-review-form.js';
import { taskReviewForm } from './task-review-form.js';
import { StageReview, type ReviewForm } from './stage-review.js';
import { stageReviewDialogue } from './stage-review-dialogue.js';

const { signal } = new AbortController();

/** Goes through a review with these answers, the last of which is followed by the end of the input. */
async function answered(
  form: ReviewForm,
  answers: readonly string[],
  onAsk: () => Promise<void> = async () => {},
) {
  const shown: string[] = [];
  const left = [...answers];
  await using review = await StageReview.open(form, signal);
  const person = {
    show: (text: string) => shown.push(text),
    ask: async () => {
      await onAsk();
      return left.shift() ?? null;
    },
  };
  const reviewed = await stageReviewDialogue(review, { console: person, signal });
  return { ...reviewed, shown: shown.join('\n'), left };
}

async function write(form: ReviewForm, lines: readonly object[]): Promise<void> {
  await writeFile(form.file, lines.map((line) => `${JSON.stringify(line)}\n`).join('\n'));
}

async function decisionsIn({ file }: ReviewForm): Promise<unknown[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { decision: unknown }).decision);
}

const LOOK = { look: 'a', node: 'home', picture: 'screens/a.png' };
const BASE = { formatVersion: 1, why: 'numbers differ', decision: null, mine: 'stays' };

/** A case of each type, and one that is decided. */
const MERGE = [
  { ...BASE, id: 'm', type: 'merge', looks: [LOOK, LOOK], assumed: 'different', said: ['same'] },
  { ...BASE, id: 'd', type: 'merge', looks: [LOOK, LOOK], assumed: 'same', said: [], decision: 'same' },
  { ...BASE, id: 's', type: 'split', groups: [[LOOK], [LOOK]], p: 0.01 },
  {
    ...BASE,
    id: 'e',
    type: 'edge',
    from: LOOK,
    to: LOOK,
    action: { type: 'click', box: [0, 0, 9, 9] },
    seen: 3,
  },
];

describe('the review of a merge', () => {
  it('shows each open case with its pictures, and has every decision in the file before the next question', async () => {
    await using folder = await temporaryFolder();
    const form = mergeReviewForm(folder.path);
    await write(form, MERGE);
    const seen: unknown[][] = [];
    const answers = ['what?', 's', 'keep', ''];
    const { shown, ...reviewed } = await answered(form, answers, async () => {
      seen.push(await decisionsIn(form));
    });
    expect(seen).toEqual([
      [null, 'same', null, null],
      [null, 'same', null, null],
      ['same', 'same', null, null],
      ['same', 'same', 'keep', null],
    ]);
    expect(reviewed).toEqual({ decided: 2, waiting: 1, left: [] });
    for (const said of ['[1 of 3] m', 'Are these one state?', 'numbers differ', 'the model said same']) {
      expect(shown).toContain(said);
    }
    expect(shown).toContain(`home: ${join(folder.path, 'screens/a.png')}`);
    expect(shown).not.toContain('] d');
    const [line = ''] = (await readFile(form.file, 'utf8')).split('\n');
    expect(JSON.parse(line)).toEqual({ ...MERGE[0], decision: 'same' });
  });

  it('ends where the person quits or the input ends, and goes on there', async () => {
    await using folder = await temporaryFolder();
    const form = mergeReviewForm(folder.path);
    await write(form, MERGE);
    expect(await answered(form, ['d', 'q', 'a'])).toMatchObject({ decided: 1, waiting: 2, left: ['a'] });
    expect(await answered(form, ['split'])).toMatchObject({ decided: 1, waiting: 1 });
    expect(await answered(form, ['a'])).toMatchObject({ decided: 1, waiting: 0 });
    expect(await decisionsIn(form)).toEqual(['different', 'same', 'split', 'add']);
    expect(await answered(mergeReviewForm(join(folder.path)), [])).toMatchObject({ decided: 0, waiting: 0 });
  });

  it('keeps its stage from the file meanwhile, and goes on where a case is gone', async () => {
    await using folder = await temporaryFolder();
    const form = mergeReviewForm(folder.path);
    await write(form, MERGE);
    const { shown } = await answered(form, ['s'], async () => {
      await expect(RunLock.acquire(folder.path, { writer: 'build-merge' })).rejects.toThrow(RunLockedError);
      await write(form, MERGE.slice(1));
    });
    expect(shown).toContain('m is not in the review any more');
  });
});

describe('the review of boxes', () => {
  it('takes a box around the touch, and no other', async () => {
    await using folder = await temporaryFolder();
    const form = boxReviewForm(folder.path, join(folder.path, 'world'));
    const line = {
      formatVersion: 1,
      id: 't',
      node: 'n',
      target: 'm',
      edge: 0,
      action: 0,
      type: 'click',
      first: null,
      second: null,
    };
    const sure = { ...line, point: [5, 5], box: [0, 0, 9, 9], by: 'hierarchy', doubt: null, decision: '' };
    const doubtful = { ...sure, id: 'u', doubt: 'small', picture: 'screens/n.png' };
    const none = { ...doubtful, box: null, by: null };
    await write(form, [sure, doubtful, { ...none, id: 'v' }, { ...none, id: 'w' }]);
    const answers = ['accept', 'accept', 'box 6 0 9 9', 'box 1, 2, 8 9', '[6, 0, 9, 9]', '[1, 2, 8, 9]'];
    const { shown, ...reviewed } = await answered(form, answers);
    expect(reviewed).toEqual({ decided: 3, waiting: 0, left: [] });
    expect(await decisionsIn(form)).toEqual(['', 'accept', [1, 2, 8, 9], [1, 2, 8, 9]]);
    expect(shown).toContain(`n: ${join(folder.path, 'world/screens/n.png')}`);
  });
});

describe('the review of quality', () => {
  it('signs what was decided, and keeps the note', async () => {
    await using folder = await temporaryFolder();
    const form = qualityReviewForm(folder.path);
    const line = {
      source: 's',
      episode: 'e',
      instruction: 'Open it.',
      task: null,
      said: '',
      decision: '',
      by: '',
      note: '',
    };
    await write(form, [
      { ...line, criterion: 'completes' },
      { ...line, criterion: 'equivalent' },
    ]);
    expect(await answered(form, ['', 'Ana', 'fail too vague', 'p'])).toMatchObject({
      decided: 2,
      waiting: 0,
    });
    const lines = (await readFile(form.file, 'utf8')).split('\n').filter((one) => one !== '');
    expect(lines.map((one) => JSON.parse(one) as unknown)).toEqual([
      { ...line, criterion: 'completes', decision: 'fail', by: 'Ana', note: 'too vague' },
      { ...line, criterion: 'equivalent', decision: 'pass', by: 'Ana' },
    ]);
  });
});

describe('the review of completed actions', () => {
  it('takes actions that can be read, and accepts only what there is', async () => {
    await using folder = await temporaryFolder();
    const form = completionReviewForm(folder.path);
    const line = {
      formatVersion: 1,
      id: 'r: 1 → 2',
      recording: 'r',
      before: '1.png',
      after: '2.png',
      written: 'CLICK[1,2]',
      order: 'Tap it.',
      confidence: 0.4,
      doubt: 'nothing changed there',
      decision: '',
    };
    const none = { ...line, id: 'r: 2 → 3', written: null, order: null, confidence: null };
    const last = { ...line, id: 'r: 3 → 4' };
    const bare = ['CLICK[1,2]', 'WAIT', 'system_button[Back]', 'AWAKE[Clock]'];
    const more = bare.map((_, place) => ({ ...line, id: `bare ${place}` }));
    await write(form, [line, none, last, { ...line, id: 'decided', decision: 'reject' }, ...more]);
    const answers = ['accept', 'accept', 'write TAP IT', 'TAP IT', 'CLICK[x]', 'write SWIPE[up]', 'r'];
    const { shown, ...reviewed } = await answered(form, [...answers, ...bare]);
    expect(reviewed).toEqual({ decided: 7, waiting: 0, left: [] });
    // As in the file: the action alone.
    expect(await decisionsIn(form)).toEqual(['accept', 'SWIPE[up]', 'reject', 'reject', ...bare]);
    expect(shown).toContain('CLICK[1,2], sure to 40 %\n  Tap it.');
    const review = await CompletionReview.open(form.file, signal);
    const { id, written, order, confidence, doubt } = none;
    expect(
      review.add({ id, recording: 'r', before: '', after: '', written, order, confidence, doubt }),
    ).toMatchObject({
      type: 'action',
      written: 'SWIPE[up]',
    });
  });
});

describe('the review of tasks of templates', () => {
  it('is what validation takes over, signed', async () => {
    await using folder = await temporaryFolder();
    const form = taskReviewForm(join(folder.path, 'review.jsonl'));
    const task = (id: string): object => ({
      formatVersion: 1,
      id,
      app: 'Notes',
      language: 'en',
      kind: 'state',
      seed: null,
      status: 'proposed',
      instruction: `Write ${id} down.`,
      history: [
        {
          at: '2030-01-01T00:00:00Z',
          by: 'm',
          status: 'proposed',
          instruction: `Write ${id} down.`,
          note: 'from: x',
        },
      ],
    });
    await write(form, ['a', 'b', 'c', 'd'].map(task));
    expect(
      await answered(form, ['Ana', 'a', 'reject too vague', 'write', 'write Note it.', 'q']),
    ).toMatchObject({
      decided: 3,
      waiting: 1,
      left: [],
    });
    const lines = [];
    for await (const line of readTaskReview(form.file, { signal })) lines.push(line.decision);
    expect(lines).toEqual([
      { status: 'accepted', instruction: 'Write a down.', by: 'Ana', note: '' },
      { status: 'rejected', instruction: 'Write b down.', by: 'Ana', note: 'too vague' },
      { status: 'edited', instruction: 'Note it.', by: 'Ana', note: '' },
      null,
    ]);
  });
});
