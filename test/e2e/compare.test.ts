import { cp, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompareDocumentSchema } from '../../src/formats/results/compare-document.js';
import { runTouchstone, type Finished } from './run-touchstone.js';

let folder: string;

async function touchstone(...args: string[]): Promise<Finished> {
  const finished = await runTouchstone([...args, '--runs', folder]);
  expect(finished.stderr).not.toContain('unexpected error');
  expect(finished.stderr).not.toMatch(/\n {4}at /);
  return finished;
}

/** Runs an agent on the bundled phone under the agent's name, unless another is given. */
async function make(agent: string, run = agent, ...args: string[]): Promise<void> {
  const { code, stderr } = await touchstone('run', 'tiny', '--agent', agent, '--run-id', run, ...args);
  expect(stderr, stderr).toContain('kept in');
  expect(code).toBe(0);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-compare-'));
  await make('oracle');
  await make('no-op');
  await make('random', 'random', '--repeats', '3', '--max-steps', '5');
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Interval {
  readonly low: number;
  readonly high: number;
}

interface Comparison {
  readonly a: string;
  readonly b: string;
  readonly tasks: number;
  readonly difference: number;
  readonly p: number;
  readonly adjustedP: number;
  readonly interval: Interval;
  readonly simultaneous: Interval;
  readonly verdict: string;
  readonly sentence: string;
  readonly bounds: Interval;
  readonly changed: readonly {
    readonly task: string;
    readonly cluster: string;
    readonly flipped: boolean;
    readonly first: { readonly difference: { readonly step: number; readonly b: string } };
  }[];
}

interface CompareDocument {
  readonly mode: string;
  readonly runs: readonly { readonly name: string; readonly run: string; readonly finished: number }[];
  readonly comparisons: readonly Comparison[];
  readonly problems: readonly { readonly run: string; readonly code: string }[];
  readonly tables: readonly { readonly id: string }[];
}

function documentOf({ stdout }: Finished): CompareDocument {
  return JSON.parse(stdout) as CompareDocument;
}

describe('touchstone compare', () => {
  it('says which is better, how surely, what differs between the runs, and where flipped tasks part', async () => {
    const { code, stdout, stderr } = await touchstone('compare', 'no-op', 'oracle');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/\nagent +no-op +oracle/);
    expect(stdout.indexOf('points above no-op')).toBeLessThan(
      stdout.indexOf('What differs between the runs'),
    );
    expect(stdout).toContain(
      'oracle (sees graph and milestones) is 100.0 points above no-op in success, 95 % ',
    );
    expect(stdout).toMatch(/note +0\/1 +1\/1 +\+100\.0 +gained +step 1: A wait, B open_app notes/);
    expect(stdout).toContain('6 of 6 tasks flipped');
  });

  it('gives the same as one JSON document, corrected for the number of comparisons', async () => {
    const json = documentOf(await touchstone('compare', 'oracle', 'no-op', 'random', '--json'));
    expect(json.mode).toBe('corrected');
    expect(json.runs.map(({ run }) => run)).toEqual(['oracle', 'no-op', 'random']);
    expect(json.comparisons.map(({ a, b }) => `${a} ${b}`)).toEqual([
      'oracle (sees graph and milestones) no-op',
      'oracle (sees graph and milestones) random',
      'no-op random',
    ]);
    expect(CompareDocumentSchema.parse(json)).toEqual(json);
    const [first, , last] = json.comparisons;
    expect(first).toMatchObject({ tasks: 6, difference: -1, verdict: 'not_shown' });
    expect(first?.p).toBeCloseTo(2 / 64, 12);
    expect(first?.adjustedP).toBeCloseTo(3 * (2 / 64), 12);
    // Tango's interval of six tasks that all were lost: it leaves out 0 alone, and not together with the others.
    expect(first).toMatchObject({ target: 0.1, equivalence: null });
    expect(first?.interval).toMatchObject({ low: -1, high: expect.closeTo(-0.122546, 6) as unknown });
    expect(first?.simultaneous?.high).toBeGreaterThanOrEqual(0);
    expect(first?.changed[0]).toMatchObject({ flipped: true, first: { difference: { step: 0, b: 'wait' } } });
    expect(first?.changed.every(({ task, cluster }) => task === cluster)).toBe(true);
    expect(last?.sentence).toMatch(/^No difference in success shown/);
    expect(json.comparisons.map(({ sentence }) => sentence).join(' ')).not.toContain('solves about');
    const against = documentOf(
      await touchstone('compare', 'oracle', 'no-op', 'random', '--against', 'first', '--json'),
    );
    expect(against.comparisons).toHaveLength(2);
  });

  it('says whether runs are shown to be within a margin of each other, which "no difference shown" does not', async () => {
    const wide = await touchstone('compare', 'no-op', 'random', '--margin', '50');
    expect(wide.stdout).toContain(
      'random and no-op are equivalent within 50.0 points (90 % from 41.4 below to 41.4 above).',
    );
    const narrow = documentOf(await touchstone('compare', 'no-op', 'random', '--margin', '10', '--json'));
    expect(narrow.comparisons[0]).toMatchObject({
      verdict: 'not_shown',
      equivalence: { margin: 0.1, isEquivalent: false, isNotWorse: false, isNotBetter: false },
    });
    expect(narrow.comparisons[0]?.sentence).toContain(
      'Whether random and no-op are within 10.0 points of each other is open (90 % from 41.4 below to 41.4 above).',
    );
    for (const flag of ['--margin', '--target']) {
      const nothing = await touchstone('compare', 'no-op', 'random', flag, '0');
      expect(nothing.stderr).toContain(
        `${flag}: a difference of 0 points can be neither shown nor ruled out`,
      );
      expect(nothing.code).toBe(2);
    }
  });

  it('compares completion when asked', async () => {
    const { stdout } = await touchstone('compare', 'no-op', 'oracle', '--metric', 'completion');
    expect(stdout).toContain('Comparison of completion, task by task');
    expect(stdout).toContain('points above no-op in completion, 95 % ');
  });

  it('scores a run that was never scored, and says when it cannot', async () => {
    await make('oracle', 'unscored');
    const scores = join(folder, 'unscored', 'scores-0001.jsonl');
    await rm(scores);
    const json = documentOf(await touchstone('compare', 'no-op', 'unscored', '--json'));
    expect(json.comparisons[0]).toMatchObject({ difference: 1, tasks: 6 });
    expect(await readFile(scores, 'utf8')).toContain('"type":"score"');

    await Promise.all([rm(scores), rm(join(folder, 'unscored', 'settings.json'))]);
    const { code, stderr } = await touchstone('compare', 'no-op', 'unscored');
    expect(stderr).toMatch(/has no scores in corrected mode.*settings\.json/);
    expect(code).toBe(2);
  });

  it('compares what a killed run did, and says that it is not finished', async () => {
    await make('oracle', 'killed', '--concurrency', '1');
    const journal = join(folder, 'killed', 'journal-main.jsonl');
    const lines = (await readFile(journal, 'utf8')).split('\n');
    const third = lines.flatMap((line, index) => (line.includes('"type":"item-end"') ? [index] : []))[2] ?? 0;
    await truncate(journal, Buffer.byteLength(`${lines.slice(0, third + 1).join('\n')}\n`) + 40);
    const { code, stdout, stderr } = await touchstone('compare', 'no-op', 'killed');
    expect(stderr).toMatch(/is under way or was killed\): 3 of 6 episodes are compared.*touchstone resume/);
    expect(stdout).toContain('tasks left out: 3 judged under no-op only');
    // Three tasks each gained, three more that nobody knows of: between half of all and all of them.
    expect(stdout).toMatch(
      /unknown gone against oracle[^,]*, it would be 50\.0 points above no-op; had it gone for oracle[^,]*, 100\.0 points/,
    );
    expect(code).toBe(0);

    await rm(join(folder, 'killed', 'settings.json'));
    const blind = await touchstone('compare', 'no-op', 'killed');
    expect(blind.stderr).toMatch(
      /Only 3 of the 6 episodes .*what the others are cannot be told.*settings\.json/,
    );
    expect(blind.stderr).toContain('[RUN_PLAN_UNKNOWN]');
    expect(blind.code).toBe(2);
  });

  it('counts every item that a run killed half-way did not come to as unknown', async () => {
    const args = [
      'run',
      'tiny',
      '--agent',
      'random',
      '--repeats',
      '60',
      '--concurrency',
      '2',
      '--runs',
      folder,
    ];
    const { signal } = await runTouchstone([...args, '--run-id', 'shot', '--events'], {
      signals: [{ after: '"finished":40', signal: 'SIGKILL' }],
    });
    expect(signal).toBe('SIGKILL');
    const finished = await touchstone('compare', 'random', 'shot', '--json');
    const { runs, comparisons } = documentOf(finished);
    const done = runs[1]?.finished ?? 0;
    expect(done).toBeGreaterThanOrEqual(40);
    expect(done).toBeLessThan(360);
    const { low = 0, high = 0 } = comparisons[0]?.bounds ?? {};
    // Every task was to be tried 60 times; nothing of the other run is unknown.
    expect(high - low).toBeCloseTo((360 - done) / 360, 12);
  });

  it('refuses a run with its own copy, and names runs that share an agent by their ids', async () => {
    await cp(join(folder, 'oracle'), join(folder, 'copy'), { recursive: true });
    const copied = await touchstone('compare', 'oracle', 'copy');
    expect(copied.stderr).toMatch(/oracle and .*copy hold one run, oracle: .*\n.*/);
    expect(copied.stderr).toContain('[RUN_REPEATED]');
    expect({ code: copied.code, stdout: copied.stdout }).toEqual({ code: 2, stdout: '' });

    await make('no-op', 'no-op-again', '--seed', '2');
    const { stdout } = await touchstone('compare', 'no-op', 'no-op-again');
    expect(stdout).toContain('no-op [no-op-again]');
    expect(stdout).not.toContain(folder);
  });

  it('prints no empty table where nothing differs, and names the flag that shows hidden rows', async () => {
    await make('no-op', 'no-op-same');
    const same = await touchstone('compare', 'no-op', 'no-op-same');
    expect(same.stdout).toContain('What differs between the runs\n\nNothing differs');
    const few = await touchstone('compare', 'no-op', 'oracle', '--changed', '2');
    expect(few.stdout).toContain('4 more rows are not shown; --changed N shows more.');
  });

  it('refuses runs of different benchmarks, and of one benchmark on different data', async () => {
    const world = await mkdtemp(join(folder, 'world-'));
    const bundled = join(import.meta.dirname, '../../worlds/tiny');
    await writeFile(join(world, 'graph.json'), await readFile(join(bundled, 'graph.json')));
    const suite = await readFile(join(bundled, 'suite.json'), 'utf8');
    for (const [run, altered] of [
      ['other-data', suite.replace('buy milk', 'buy bread')],
      ['other-name', suite.replace('"name": "tiny"', '"name": "another"')],
    ] as const) {
      await writeFile(join(world, 'suite.json'), altered);
      await touchstone('run', world, '--agent', 'no-op', '--max-steps', '1', '--run-id', run);
      const { code, stdout, stderr } = await touchstone('compare', 'no-op', run);
      expect(stderr).toMatch(
        run === 'other-data' ? /on different data/ : /ran tiny, .* ran another: runs of different benchmarks/,
      );
      expect(stderr).toContain('[RUNS_NOT_COMPARABLE]');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    }
  });

  it('shows the rest when one run of several cannot be read', async () => {
    const newer = join(folder, 'newer');
    await mkdir(newer);
    await writeFile(join(newer, 'journal-main.jsonl'), '{"formatVersion":99,"type":"run-start"}\n');
    const finished = await touchstone('compare', 'oracle', 'newer', 'no-op', '--json');
    expect(documentOf(finished).comparisons).toHaveLength(1);
    expect(documentOf(finished).problems).toMatchObject([{ run: 'newer', code: 'RUN_VERSION' }]);
    expect(finished.stderr).toContain('is newer than');
    expect(finished.code).toBe(2);
  });

  it('explains to its user what cannot be compared', async () => {
    const empty = join(folder, 'empty');
    await mkdir(empty);
    const journal = await readFile(join(folder, 'oracle', 'journal-main.jsonl'), 'utf8');
    await writeFile(join(empty, 'journal-main.jsonl'), `${journal.split('\n')[0]}\n`);
    await mkdir(join(folder, 'nothing'));
    for (const [args, message] of [
      [['oracle', 'empty'], /holds no finished episode \[RUN_EMPTY\]/],
      [['oracle', 'nothing'], /holds no journal/],
      [['oracle', 'nope'], /no run "nope"/],
      [['oracle'], /needs two runs or more/],
      [['oracle', 'oracle'], /named twice/],
      [['oracle', 'no-op', '--metric', 'speed'], /--metric is one of success, completion/],
      [['oracle', 'no-op', '--against', 'none'], /--against is one of all, first/],
      [['oracle', 'no-op', '--changed', 'many'], /no whole number/],
    ] as const) {
      const { code, stdout, stderr } = await touchstone('compare', ...args);
      expect(stderr).toMatch(message);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    }
  });
});
