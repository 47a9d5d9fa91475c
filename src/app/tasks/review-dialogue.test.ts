import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importTestCases } from '../../benchmarks/suite/test-cases/import-test-cases.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { reviewDialogue, type ReviewConsole } from './review-dialogue.js';
import { SuiteReview } from './review-tasks.js';

const signal = new AbortController().signal;

const CASES = `id,title,preconditions,steps,expected
T-1,Verify that the user can switch to the dark theme,The phone is unlocked,Open Settings,"The Settings page opens"
T-1,,,Choose Dark,"""Dark"" is checked"
T-2,Mute the phone,,Open Settings,"""Silent"" is shown
It makes no sound"
T-3,Lock the phone,,Open Settings,"""Locked"" is shown"
`;

interface Raw {
  tasks: { id: string; instructions: Record<string, string>; evaluators: Record<string, unknown>[] }[];
}

/** A suite of three drafted cases, and a person who gives these answers. */
async function scene(lines: readonly (string | (() => string | Promise<string>))[]) {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'cases.csv');
  await writeFile(file, CASES);
  const importing = () =>
    importTestCases({
      files: [file],
      folder: folder.path,
      columns: new Map(),
      language: null,
      dryRun: false,
      signal,
    });
  await importing();
  const review = await SuiteReview.open('.', { workingDirectory: folder.path, interrupted: signal });
  const shown: string[] = [];
  const left = [...lines];
  const person: ReviewConsole = {
    show: (text) => shown.push(text),
    ask: async (question) => {
      shown.push(question);
      const line = left.shift();
      return typeof line === 'function' ? await line() : (line ?? null);
    },
  };
  const suite = async (): Promise<Raw> =>
    JSON.parse(await readFile(join(folder.path, 'suite.json'), 'utf8')) as Raw;
  const states = async (): Promise<string[]> =>
    (await suite()).tasks.map(
      ({ id, evaluators }) => `${id} ${evaluators.map((one) => String(one['status'])).join(' ')}`,
    );
  return { folder, review, person, shown, suite, states, importing, left };
}

describe('the review of drafts', () => {
  it('shows what was inferred, and accepts it in one word', async () => {
    const { folder, review, person, shown, states } = await scene(['a', 'accept', 'it is a sound', 'a']);
    await using _ = folder;
    expect(await states()).toEqual(['T-1 draft draft', 'T-2 draft unfinished', 'T-3 draft']);
    expect(await reviewDialogue(review, { console: person, signal })).toBe(true);
    const text = shown.join('\n');
    expect(text).toContain('[1 of 3] T-1  Verify that the user can switch to the dark theme');
    expect(text).toContain('goal (en): Switch to the dark theme.');
    expect(text).toContain('preconditions: The phone is unlocked');
    expect(text).toContain('proposed: on some page an element whose');
    expect(text).toContain('2. has no rule, and keeps the task from being scored: It makes no sound');
    expect(await states()).toEqual(['T-1 ready ready', 'T-2 ready not_checked', 'T-3 ready']);
    expect(await review.report()).toMatchObject({
      accepted: ['T-1#1', 'T-1#2', 'T-2#1', 'T-3#1'],
      notChecked: ['T-2#2'],
      waiting: [],
      confirmed: 3,
    });
  });

  it('asks once more before it accepts a rule that doing nothing meets', async () => {
    const { folder, review, person, shown, states, suite } = await scene(['a', '', 'a', 'y', 'q']);
    await using _ = folder;
    const raw = await suite();
    const note = 'holds on 2 of 3 recorded pages, the first one of all too';
    Object.assign(raw.tasks[0]?.evaluators[1] ?? {}, { note });
    await writeFile(join(folder.path, 'suite.json'), JSON.stringify(raw));
    await reviewDialogue(review, { console: person, signal });
    expect(
      shown.filter(
        (text) => text === '  2. is met on the first page already, so that doing nothing meets it',
      ),
    ).toHaveLength(2);
    // The first answer was no: the task was shown again.
    expect(shown.filter((text) => text.includes('] T-1  '))).toHaveLength(2);
    expect(await states()).toEqual(['T-1 ready ready', 'T-2 draft unfinished', 'T-3 draft']);
  });

  it('loses no answer when it is interrupted', async () => {
    const { folder, review, person, states } = await scene([
      'a',
      () => {
        throw new Error('interrupted');
      },
    ]);
    await using _ = folder;
    await expect(reviewDialogue(review, { console: person, signal })).rejects.toThrow('interrupted');
    expect(await states()).toEqual(['T-1 ready ready', 'T-2 draft unfinished', 'T-3 draft']);
  });

  it('edits the goal, answers single expectations, skips, and quits', async () => {
    const { folder, review, person, shown, suite, states } = await scene([
      'e',
      'Make the screen dark.',
      'a 2',
      'r 1 it is another page',
      's',
      'q',
    ]);
    await using _ = folder;
    expect(await reviewDialogue(review, { console: person, signal })).toBe(false);
    const [first] = (await suite()).tasks;
    expect(first?.instructions).toEqual({ en: 'Make the screen dark.' });
    expect(first?.evaluators[0]).toMatchObject({
      status: 'unfinished',
      note: expect.stringMatching(/^rejected in review \(it is another page\)/) as string,
    });
    expect(first?.evaluators[0]).not.toHaveProperty('rule');
    expect(await states()).toEqual(['T-1 unfinished ready', 'T-2 draft unfinished', 'T-3 draft']);
    expect(shown.filter((text) => text.includes('[3 of 3] T-3'))).toHaveLength(1);
  });

  it('keeps what was rejected and what was edited when the cases are imported again', async () => {
    const { folder, review, person, states, importing, suite } = await scene(['e Make it dark.', 'r', 'q']);
    await using _ = folder;
    await reviewDialogue(review, { console: person, signal });
    expect((await importing()).written).toBe(false);
    expect(await states()).toEqual(['T-1 unfinished unfinished', 'T-2 draft unfinished', 'T-3 draft']);
    expect((await suite()).tasks[0]?.instructions).toEqual({ en: 'Make it dark.' });
    // Not asked for again: somebody has to write a rule.
    expect((await review.waiting()).map(({ id }) => id)).toEqual(['T-2', 'T-3']);
  });

  it('keeps what somebody changes in the file meanwhile', async () => {
    const edit = async (): Promise<string> => {
      const path = join(folder.path, 'suite.json');
      await writeFile(
        path,
        (await readFile(path, 'utf8')).replace('"defaultMaxSteps": 40', '"defaultMaxSteps": 7'),
      );
      return 'a';
    };
    const { folder, review, person, suite } = await scene([edit, 'q']);
    await using _ = folder;
    await reviewDialogue(review, { console: person, signal });
    expect(await suite()).toMatchObject({ defaultMaxSteps: 7 });
  });

  it('breaks its lines between words where the terminal ends', async () => {
    const { folder, review, person, shown } = await scene(['q']);
    await using _ = folder;
    await reviewDialogue(review, { console: person, width: 40, signal });
    const lines = (shown[0] ?? '').split('\n');
    expect(lines.some((line) => line.startsWith('       '))).toBe(true);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
  });

  it('explains the answers to whoever gives none, and refuses what is not there', async () => {
    const { folder, review, person, shown, states } = await scene(['maybe', 'a 9', 'n 1', 'q']);
    await using _ = folder;
    await reviewDialogue(review, { console: person, signal });
    expect(shown.filter((text) => text.includes('leave one out of the score'))).toHaveLength(3);
    expect(shown.join('\n')).toContain(
      'T-1#9 does not wait for this answer. Of this task wait: T-1#1 (draft), T-1#2',
    );
    expect(await states()).toEqual(['T-1 draft draft', 'T-2 draft unfinished', 'T-3 draft']);
  });
});

describe('answers that are given at once', () => {
  const NONE = { accept: [], reject: [], reason: null, notChecked: new Map(), goals: new Map() };

  it('accept all but what is rejected', async () => {
    const { folder, review, states } = await scene([]);
    await using _ = folder;
    await review.answerAll({ ...NONE, accept: ['all'], reject: ['T-3', 'T-1#1'], reason: 'no' });
    expect(await states()).toEqual(['T-1 unfinished ready', 'T-2 ready unfinished', 'T-3 unfinished']);
    expect(await review.report()).toMatchObject({ rejected: ['T-3#1', 'T-1#1'], confirmed: 0 });
  });

  it('are given all or not at all', async () => {
    const { folder, review, states } = await scene([]);
    await using _ = folder;
    const before = await states();
    for (const wrong of ['T-9', 'T-2#2', 'T-1#7']) {
      const given = { ...NONE, accept: ['T-1', wrong] };
      await expect(review.answerAll(given), wrong).rejects.toMatchObject({ code: 'USER' });
    }
    expect(await states()).toEqual(before);
  });

  it('leave expectations out, and change goals', async () => {
    const { folder, review, states, suite } = await scene([]);
    await using _ = folder;
    const notChecked = new Map([['T-2#2', 'it is a sound']]);
    await review.answerAll({
      ...NONE,
      accept: ['T-2#1'],
      notChecked,
      goals: new Map([['T-2', 'Be silent.']]),
    });
    expect(await states()).toContain('T-2 ready not_checked');
    expect((await suite()).tasks[1]?.instructions).toEqual({ en: 'Be silent.' });
  });

  it('warn of rules that nobody can meet, or that hold from the start', async () => {
    const { folder, review, suite } = await scene([]);
    await using _ = folder;
    const notes = [
      'holds on none of the recorded pages',
      'holds on 2 of 3 recorded pages, the first one of all too',
    ];
    const raw = await suite();
    for (const [index, note] of notes.entries())
      Object.assign(raw.tasks[index]?.evaluators[0] ?? {}, { note });
    await writeFile(join(folder.path, 'suite.json'), JSON.stringify(raw));
    await review.answerAll({ ...NONE, accept: ['all'], reject: ['T-3'] });
    expect((await review.report()).warnings).toEqual([
      'accepted, and met by none of the recorded pages, so that nobody can pass: T-1#1',
      'accepted, and met on the first page already, so that doing nothing meets it: T-2#1',
    ]);
  });
});
