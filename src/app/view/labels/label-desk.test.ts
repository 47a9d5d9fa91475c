import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tap } from '../../../domain/action.js';
import type { Outcome } from '../../../domain/episode.js';
import type { ReportStep } from '../../../report/view/report-episode.js';
import type { GivenLabel } from '../../../report/view/served/label-case.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { LabelDesk } from './label-desk.js';
import type { ResultsFolder } from '../results-folder.js';
import type { RunEpisodes } from '../run-episodes.js';

const SECRET = 'secret-model-9';
const ITEMS = ['one', 'two', 'three', 'four'];

/** Two runs of four items: the first passes the first two, the second none. */
function folderAt(path: string): ResultsFolder {
  const outcomes = { 'run-a': ['passed', 'passed', 'failed', 'failed'], 'run-b': ['failed', 'agent_error'] };
  const lists = Object.entries(outcomes).map(([run, own]): RunEpisodes => ({
    run,
    start: null,
    label: `${run} · ${SECRET}`,
    episodes: ITEMS.map((item, place) => ({
      key: { item, repeat: 0 },
      outcome: (own[place] ?? 'failed') as Outcome,
      instruction: `Do ${item}`,
      apps: ['Notes'],
    })),
  }));
  const step = {
    picture: `api/runs/run-a/files/${SECRET}`,
    hierarchy: `api/runs/run-a/files/${SECRET}`,
    action: { ...tap({ x: 1, y: 1, space: 'permille' }), native: { family: SECRET, text: SECRET } },
    formatError: { kind: 'no_action', message: SECRET, excerpt: SECRET },
    thought: SECRET,
    summary: SECRET,
    calls: [{ model: SECRET }],
  } as unknown as ReportStep;
  return {
    path,
    runs: async () => [],
    coverage: async () => Promise.reject(new Error('nobody asks')),
    condition: async () => Promise.reject(new Error('nobody asks')),
    index: async () => Promise.reject(new Error('no comparison is needed to label')),
    episodes: async (run) => {
      const list = lists.find((one) => one.run === run);
      if (list === undefined) throw new Error(`there is no run ${run}`);
      return list;
    },
    episode: async (run, item, repeat) => ({
      run,
      item,
      repeat,
      attempt: 2,
      isRunning: false,
      episode: { maxSteps: 9, startedAt: SECRET, steps: [step], omittedSteps: 0 },
      verdict: { mode: 'corrected', end: null, success: false, completion: 0, scores: [] },
      otherVerdict: null,
      findings: [{ scanner: 'loop@1', message: SECRET, steps: [0] }],
    }),
    prompt: async () => Promise.reject(new Error('nobody asks')),
    screen: async () => null,
    world: async () => null,
    worldFindings: async () => null,
    route: async () => Promise.reject(new Error('nobody asks')),
    paths: async () => [],
    listen: () => () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const RUNS = ['run-a', 'run-b'];
const EVERYTHING = { runs: RUNS, wanted: 'all', sample: null, seed: 1 } as const;
const FAILURE = { label: 'failure', cause: null, note: '' } as const;

async function withDesk(use: (desk: LabelDesk, path: string) => Promise<void>): Promise<void> {
  await using folder = await temporaryFolder({ onDisk: true });
  for (const run of RUNS) await mkdir(join(folder.path, run));
  const now = (): Date => new Date('2026-03-01T12:00:00.000Z');
  await use(new LabelDesk(folderAt(folder.path), { now }), folder.path);
}

function given(id: string, labeller: string, more: Partial<GivenLabel> = {}): GivenLabel {
  return { runs: RUNS, id, labeller, pass: 'blind', ...FAILURE, ...more };
}

describe('LabelDesk', () => {
  it('asks everybody the same episodes in the same order, mixed over runs', async () => {
    await withDesk(async (desk) => {
      const ana = await desk.queue(EVERYTHING, { labeller: 'Ana', pass: 'blind' });
      const bo = await desk.queue(EVERYTHING, { labeller: 'Bo', pass: 'blind' });
      expect(ana.open).toHaveLength(8);
      expect(bo.open).toEqual(ana.open);
      const drawn = await desk.queue({ ...EVERYTHING, sample: 3 }, { labeller: 'Ana', pass: 'blind' });
      expect(drawn.open).toEqual(ana.open.slice(0, 3));
      const other = await desk.queue({ ...EVERYTHING, seed: 2 }, { labeller: 'Ana', pass: 'blind' });
      expect(other.open).not.toEqual(ana.open);
      expect(other.open.toSorted()).toEqual(ana.open.toSorted());
      const failed = await desk.queue(
        { ...EVERYTHING, wanted: 'failed' },
        { labeller: 'Ana', pass: 'blind' },
      );
      expect(failed.open).toHaveLength(6);
    });
  });

  it('shows nothing of agent, model or verdict in a blind pass, and all of it in an informed one', async () => {
    await withDesk(async (desk) => {
      const { open } = await desk.queue(EVERYTHING, { labeller: 'Ana', pass: 'blind' });
      const [id = ''] = open;
      const blind = await desk.case(RUNS, id, { labeller: 'Ana', pass: 'blind' });
      const text = JSON.stringify(blind);
      expect(text).not.toContain(SECRET);
      expect(text).not.toMatch(/run-a|run-b/);
      expect(blind.view.verdict).toBeNull();
      expect(blind.view.episode.steps[0]?.action).toMatchObject({ type: 'tap' });
      expect(text).not.toContain('permille');
      expect((await desk.pictureOf(RUNS, id, 0)).run).toMatch(/^run-[ab]$/);
      await expect(desk.pictureOf(RUNS, id, 7)).rejects.toThrow('step 7 has no picture');
      const turn = { labeller: 'Ana', pass: 'informed' } as const;
      await expect(desk.case(RUNS, id, turn)).rejects.toMatchObject({ code: 'LABEL_TURN' });
      await desk.give(given(id, 'Ana'));
      const informed = await desk.case(RUNS, id, turn);
      expect(JSON.stringify(informed)).toContain(SECRET);
      expect(informed.of).toMatchObject({ repeat: 0 });
    });
  });

  it('keeps what two people say at once, and lets a third decide between them', async () => {
    await withDesk(async (desk, path) => {
      const { open } = await desk.queue(EVERYTHING, { labeller: 'Ana', pass: 'blind' });
      await Promise.all([
        ...open.map((id) => desk.give(given(id, 'Ana'))),
        ...open.map((id, place) => desk.give(given(id, 'Bo', place === 0 ? { label: 'success' } : {}))),
      ]);
      expect((await desk.queue(EVERYTHING, { labeller: 'Ana', pass: 'blind' })).open).toEqual([]);
      const { pairs, disagreed } = await desk.agreement(RUNS, 'blind');
      expect(pairs[0]?.verdict.n).toBe(8);
      expect(disagreed).toEqual([open[0]]);
      const third = await desk.queue(EVERYTHING, { labeller: 'Cy', pass: 'adjudication' });
      expect(third.open).toEqual([open[0]]);
      const shown = await desk.case(RUNS, open[0] ?? '', { labeller: 'Cy', pass: 'adjudication' });
      // Who said it is left out.
      expect(shown.others.map(({ labeller }) => labeller)).toEqual(['1', '2']);
      expect(new Set(shown.others.map(({ label }) => label))).toEqual(new Set(['failure', 'success']));
      const cause = { set: 'sphinx', cause: 'grounding' };
      await desk.give(given(open[0] ?? '', 'Cy', { pass: 'adjudication', cause }));
      expect((await desk.agreement(RUNS, 'blind')).disagreed).toEqual([]);
      // By agent: whose count goes up says whose the case was.
      expect(JSON.stringify(await desk.summary(RUNS, 'blind'))).not.toContain(SECRET);
      const [table] = (await desk.summary(RUNS, 'adjudication')).causes;
      expect(table?.id).toBe('causes-sphinx');
      const lines = await Promise.all(RUNS.map((run) => readFile(join(path, run, 'labels.jsonl'), 'utf8')));
      expect(lines.join('').trimEnd().split('\n')).toHaveLength(17);
    });
  });

  it('shows to who decides what each person says now, once', async () => {
    await withDesk(async (desk) => {
      const { open } = await desk.queue(EVERYTHING, { labeller: 'Ana', pass: 'blind' });
      const id = open[0] ?? '';
      const cause = { set: 'sphinx', cause: 'grounding' };
      await desk.give(given(id, 'Ana'));
      await desk.give(given(id, 'Ana', { pass: 'informed', cause }));
      await desk.give(given(id, 'Bo', { label: 'success' }));
      const { others } = await desk.case(RUNS, id, { labeller: 'Cy', pass: 'adjudication' });
      expect(others.map((other) => [other.label, other.cause])).toEqual([
        ['failure', cause],
        ['success', null],
      ]);
    });
  });

  it('takes labels in their order alone, and decisions from nobody who is a party', async () => {
    await withDesk(async (desk) => {
      const { open } = await desk.queue(EVERYTHING, { labeller: 'Ana', pass: 'blind' });
      const [id = '', other = ''] = open;
      const refused = { code: 'LABEL_TURN' };
      const give = (who: string, more: Partial<GivenLabel>): Promise<unknown> =>
        desk.give(given(id, who, more));
      await expect(give('Ana', { pass: 'informed' })).rejects.toMatchObject(refused);
      await give('Ana', {});
      await expect(give('Cy', { pass: 'adjudication' })).rejects.toMatchObject(refused);
      await give('Bo', { label: 'success' });
      await give('Bo', { label: 'success', pass: 'informed' });
      // Having seen everything, nobody labels blind any more.
      await expect(give('Bo', { label: 'failure' })).rejects.toMatchObject(refused);
      await expect(give('Ana', { pass: 'adjudication' })).rejects.toMatchObject(refused);
      await expect(desk.case(RUNS, id, { labeller: 'Ana', pass: 'adjudication' })).rejects.toMatchObject(
        refused,
      );
      await give('Cy', { pass: 'adjudication' });
      await give('Cy', { pass: 'adjudication', label: 'success' });
      await expect(give('Di', { pass: 'adjudication' })).rejects.toMatchObject(refused);
      await expect(desk.give(given(other, 'Di', { pass: 'adjudication' }))).rejects.toMatchObject(refused);
      const { done } = await desk.queue(EVERYTHING, { labeller: 'Cy', pass: 'adjudication' });
      expect(done).toEqual([id]);
    });
  });

  it.each([
    [{ label: 'success', cause: { set: 'sphinx', cause: 'grounding' } }, /only a failure has a cause/],
    [{ cause: { set: 'sphinx', cause: 'luck' } }, /no cause luck/],
    [{ labeller: ' ' }, /does not fit/],
    [{ id: 'nowhere' }, /no case nowhere/],
  ] as const)('refuses %j', async (more, message) => {
    await withDesk(async (desk) => {
      const { open } = await desk.queue(EVERYTHING, { labeller: 'Ana', pass: 'blind' });
      await expect(desk.give(given(open[0] ?? '', 'Ana', more as Partial<GivenLabel>))).rejects.toThrow(
        message,
      );
    });
  });
});
