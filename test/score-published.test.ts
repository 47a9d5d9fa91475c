import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { odysseyEpisode, writeOdysseyDataset } from '../src/testing/datasets/odyssey-dataset.js';
import { runInProcess } from './fixtures/run-in-process.js';

/** The one episode that the made-up split tests. */
const TESTED = 4;
const STEPS = 6;

let cwd = '';
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'touchstone-published-'));
  await writeOdysseyDataset(join(cwd, 'data'), { episodes: 5, lengthOf: () => STEPS });
  const { episode_id: id } = odysseyEpisode(TESTED, STEPS);
  const records = Array.from({ length: STEPS }, (_, step) => ({ episode: id, step, action: 'COMPLETE' }));
  await writeFile(join(cwd, 'predictions.jsonl'), records.map((record) => JSON.stringify(record)).join('\n'));
  const run = ['run', 'guiodyssey', '--data', 'data', '--agent', 'oracle', '--run-id', 'solves'];
  expect(await runInProcess(run, { cwd })).toMatchObject({ code: 0 });
  await runInProcess(['run', 'pocket', '--agent', 'oracle', '--task', 'dark-theme', '--run-id', 'pocket'], {
    cwd,
  });
}, 60_000);
afterAll(() => rm(cwd, { recursive: true, force: true }));

const OVERALL = '75.79    9.38';

describe('touchstone score --published', () => {
  it('shows the rows of the GUIOdyssey paper next to a run, and only where they are asked for', async () => {
    const { code, stdout } = await runInProcess(['score', 'solves', '--published'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`OdysseyAgent \\(published, fine-tuned.*${OVERALL}`));
    expect(stdout).toContain('GUI-R1-7B (published)');
    expect((await runInProcess(['score', 'solves'], { cwd })).stdout).not.toContain('(published');
  });

  it('shows those of another project with its evaluator', async () => {
    const args = ['score', 'solves', '--published', '--evaluator', 'agentcpm'];
    const { stdout } = await runInProcess(args, { cwd });
    expect(stdout).toMatch(/agentcpm +OdysseyAgent-7B \(published\) +90\.83 +n\/a +73\.67/);
    expect(stdout).not.toContain('GUI-R1-7B');
  });

  it.each([
    [[], /OdysseyAgent \(published, fine-tuned.*, high level\)/],
    [['--level', 'low'], /OdysseyAgent \(published, fine-tuned on the training side\).*86\.88/],
    [['--evaluator', 'gui-r1'], /gui-r1 +GUI-R1-7B \(published\)/],
  ])('shows them next to predictions made elsewhere: %j', async (more, row) => {
    const args = [
      'score',
      'guiodyssey',
      '--data',
      'data',
      '--predictions',
      'predictions.jsonl',
      '--published',
    ];
    const { code, stdout } = await runInProcess([...args, ...more], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(row);
  });

  it('is refused where a benchmark has none', async () => {
    const { code, stderr } = await runInProcess(['score', 'pocket', '--published'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('pocket has no published rows to show');
  });
});

describe('touchstone score of answers made elsewhere', () => {
  const words = ['score', 'guiodyssey', '--data', 'data', '--predictions', 'predictions.jsonl', '--history'];

  it.each(['actions', 'own+screenshots', 'recorded+context'])(
    'refuses --history %s, which says what a model is shown',
    async (history) => {
      const { code, stderr } = await runInProcess([...words, history], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(`--history ${history} says what a model is shown`);
      expect(stderr).toContain('recorded, own, none');
    },
  );

  it.each(['recorded', 'own', 'none'])('takes --history %s', async (history) => {
    const { code } = await runInProcess([...words, history], { cwd });
    expect(code).toBe(0);
  });
});
