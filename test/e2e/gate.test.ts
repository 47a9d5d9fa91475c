import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTouchstone, type Finished } from './run-touchstone.js';

let folder: string;

async function touchstone(...args: string[]): Promise<Finished> {
  const finished = await runTouchstone([...args, '--runs', folder]);
  expect(finished.stderr).not.toContain('unexpected error');
  expect(finished.stderr).not.toMatch(/\n {4}at /);
  return finished;
}

interface GateDocument {
  readonly gate: {
    readonly met: boolean;
    readonly checks: readonly {
      readonly gate: string;
      readonly met: boolean;
      readonly value: number | null;
    }[];
  };
  readonly tables: readonly {
    readonly id: string;
    readonly columns: readonly { readonly title: string }[];
    readonly rows: readonly (readonly { readonly text: string }[])[];
  }[];
}

/** A copy of the bundled world whose tasks differ. */
async function alteredWorld(before: string, after: string): Promise<string> {
  const world = await mkdtemp(join(folder, 'world-'));
  const bundled = join(import.meta.dirname, '../../worlds/tiny');
  await writeFile(join(world, 'graph.json'), await readFile(join(bundled, 'graph.json')));
  const suite = await readFile(join(bundled, 'suite.json'), 'utf8');
  await writeFile(join(world, 'suite.json'), suite.replace(before, after));
  return world;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-gate-'));
  for (const agent of ['oracle', 'no-op']) {
    expect((await touchstone('run', 'tiny', '--agent', agent, '--run-id', agent)).code).toBe(0);
  }
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('--min-success', () => {
  it('ends with 0 where the rate is reached, and with 1 and a reason where it is not', async () => {
    const met = await touchstone('run', 'tiny', '--agent', 'oracle', '--min-success', '100%');
    expect(met.stderr).toContain('Gate met: success 100.0 % (n 6, 95 % 54.1–100.0), 100.0 % asked for.');
    expect(met.code).toBe(0);
    const missed = await touchstone('run', 'tiny', '--agent', 'no-op', '--min-success', '0.5', '--json');
    expect(missed.stderr).toContain('Gate missed: success 0.0 % (n 6, 95 % 0.0–45.9), 50.0 % asked for.');
    expect((JSON.parse(missed.stdout) as GateDocument).gate).toMatchObject({
      met: false,
      checks: [{ gate: 'min-success', met: false, value: 0, limit: 0.5 }],
    });
    expect(missed.code).toBe(1);
  });

  it('judges a run again without running it', async () => {
    expect((await touchstone('score', 'oracle', '--min-success', '1')).code).toBe(0);
    expect((await touchstone('score', 'no-op', '--min-success', '1')).code).toBe(1);
  });

  it('is what the summary of a job begins with', async () => {
    await touchstone('score', 'no-op', '--min-success', '60%');
    const summary = join(folder, 'summary.md');
    await touchstone('report', 'no-op', '--markdown', summary, '--out', join(folder, 'r.html'));
    expect(await readFile(summary, 'utf8')).toMatch(
      /^# Touchstone: tiny \(version [^)]+\)\n\n- Gate missed: success 0\.0 % \(n 6, /,
    );
  });

  it('is never met by voided episodes alone', async () => {
    const world = await alteredWorld('"notes.edit.milk"', '"nowhere"');
    const gate = ['--min-success', '0%'];
    const run = ['run', world, '--agent', 'no-op', '--tasks', 'note', '--run-id', 'voided'];
    const first = await touchstone(...run, ...gate);
    expect(first.stderr).toContain('Gate missed: no episode was judged; voided: 1 × invalid task');
    // Whose fault it was says more than that the gate was missed.
    expect(first.code).toBe(3);
    expect((await touchstone('score', 'voided', ...gate)).code).toBe(1);
  });

  it('counts the episodes that nothing could judge as voided with --json, as its table does', async () => {
    const world = await mkdtemp(join(folder, 'unjudged-'));
    const bundled = join(import.meta.dirname, '../../worlds/tiny');
    await writeFile(join(world, 'graph.json'), await readFile(join(bundled, 'graph.json')));
    const suite = JSON.parse(await readFile(join(bundled, 'suite.json'), 'utf8')) as { tasks: object[] };
    const [first, ...others] = suite.tasks;
    const tasks = [{ ...first, milestones: [] }, ...others];
    await writeFile(join(world, 'suite.json'), JSON.stringify({ ...suite, tasks }));
    const run = await touchstone('run', world, '--agent', 'no-op', '--repeats', '2', '--json');
    const document = JSON.parse(run.stdout) as GateDocument;
    expect(document).toMatchObject({ finished: 12, voided: 2, undecided: 2 });
    const summary = document.tables.find(({ id }) => id === 'summary');
    const column = summary?.columns.findIndex(({ title }) => title === 'Voided') ?? -1;
    expect(summary?.rows[0]?.[column]?.text).toBe('2');
  });

  it('is not met by the few episodes that a killed run did, and is once it is resumed', async () => {
    await touchstone('run', 'tiny', '--agent', 'oracle', '--concurrency', '1', '--run-id', 'killed');
    const journal = join(folder, 'killed', 'journal-main.jsonl');
    const lines = (await readFile(journal, 'utf8')).split('\n');
    const first = lines.findIndex((line) => line.includes('"type":"item-end"'));
    await truncate(journal, Buffer.byteLength(`${lines.slice(0, first + 1).join('\n')}\n`));
    const junit = join(folder, 'killed.xml');
    const killed = await touchstone('score', 'killed', '--min-success', '50%', '--junit', junit);
    expect((await readFile(junit, 'utf8')).match(/<testcase /g)).toHaveLength(6);
    expect(await readFile(junit, 'utf8')).toMatch(
      /<testsuites [^>]*tests="6" failures="0" errors="0" skipped="5"/,
    );
    expect(killed.stderr).toMatch(/Gate missed: only 1 of 6 episodes were judged.*not run: 5/);
    expect(killed.code).toBe(1);
    const resumed = await touchstone('resume', 'killed', '--min-success', '50%');
    expect(resumed.stderr).toContain('Gate met: success 100.0 % (n 6');
    expect(resumed.code).toBe(0);
  });

  it('refuses a run as its own baseline', async () => {
    const itself = await touchstone('score', 'oracle', '--baseline', 'oracle', '--max-drop', '5');
    expect(itself.stderr).toContain('Run oracle is measured against itself [RUN_REPEATED]');
    expect(itself.code).toBe(2);
  });

  it('leaves the exit code of an interruption alone', async () => {
    const junit = join(folder, 'interrupted.xml');
    const run = ['run', 'tiny', '--agent', 'random', '--repeats', '200', '--runs', folder];
    const { code, stderr } = await runTouchstone([...run, '--min-success', '1%', '--junit', junit], {
      signals: [{ after: 'episodes\n', signal: 'SIGINT' }],
    });
    expect(await readFile(junit, 'utf8')).toContain('<testsuites ');
    expect(stderr).toContain('Gate not judged: the run was interrupted.');
    expect(code).toBe(130);
  });
});

describe('--junit', () => {
  it('writes one case per task, the gate next to them, also where the gate is missed', async () => {
    const file = join(folder, 'results', 'junit.xml');
    const { code } = await touchstone('score', 'no-op', '--min-success', '50%', '--junit', file);
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(/<testsuites [^>]*tests="6" failures="6"/);
    expect(text).toMatch(/<testsuite name="tiny · no-op"/);
    expect(text).toMatch(/<property name="min-success" value="Gate missed: success 0\.0 % /);
    expect(text.match(/<testcase /g)).toHaveLength(6);
    expect(code).toBe(1);
  });

  it('needs no gate, marks flaky tasks, and says before the run when the file cannot be', async () => {
    const file = join(folder, 'flaky.xml');
    const recorded = join(folder, 'recorded.jsonl');
    const right = [
      { type: 'open_app', app: 'Notes' },
      { type: 'tap', target: { type: 'point', point: { x: 600, y: 1200, space: 'pixel' } } },
      { type: 'type', text: 'buy milk' },
      { type: 'tap', target: { type: 'point', point: { x: 650, y: 80, space: 'pixel' } } },
    ];
    const lines = [right, right.slice(0, 2)].map((actions, repeat) => ({ item: 'note', repeat, actions }));
    await writeFile(recorded, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const run = ['run', 'tiny', '--agent', 'replay', '--trajectories', recorded, '--repeats', '2'];
    run.push('--tasks', 'note');
    const { code, stderr, stdout } = await touchstone(...run, '--junit', file, '--json');
    expect(stderr).not.toContain('Gate');
    expect(JSON.parse(stdout)).not.toHaveProperty('gate');
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(/<testsuites [^>]*tests="1"/);
    expect(text).toContain('<property name="flaky" value="true"/>');
    expect(code).toBe(0);

    const refused = await touchstone(...run, '--run-id', 'never', '--junit', folder);
    expect(refused.stderr).toContain('is a folder');
    expect(refused.stdout).toBe('');
    expect(refused.code).toBe(2);
  });
});

describe('--baseline and --max-drop', () => {
  it('end with 1 where success fell too far, and show the comparison', async () => {
    const missed = await touchstone(
      'run',
      'tiny',
      '--agent',
      'no-op',
      '--baseline',
      'oracle',
      '--max-drop',
      '10',
      '--json',
    );
    expect(missed.stderr).toMatch(
      /Gate missed: success fell by 100\.0 points from the baseline oracle .*\(100\.0 to 0\.0 %, n 6 tasks, 95 % 12\.3 to 100\.0\), a drop of 10\.0 points allowed\./,
    );
    const document = JSON.parse(missed.stdout) as GateDocument;
    expect(document.gate.met).toBe(false);
    expect(document.tables.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['identity-differences', 'comparison', 'changed-tasks']),
    );
    expect(missed.code).toBe(1);
  });

  it('end with 0 where it did not, with any other flags', async () => {
    const met = await touchstone('score', 'oracle', '--baseline', 'no-op', '--max-drop', '0');
    expect(met.stderr).toContain('Gate met: success rose by 100.0 points from the baseline no-op');
    expect(met.code).toBe(0);
    const both = await touchstone(
      'score',
      'no-op',
      '--baseline',
      'oracle',
      '--max-drop',
      '100',
      '--min-success',
      '10%',
    );
    expect(both.stderr).toMatch(/Gate missed: success 0\.0 %.*\nGate met: success fell by 100\.0 points/);
    expect(both.code).toBe(1);
  });
});

describe('a gate that cannot be', () => {
  it('is refused before anything is run', async () => {
    const world = await alteredWorld('buy milk', 'buy bread');
    const run = ['run', 'tiny', '--agent', 'no-op', '--run-id', 'never'];
    for (const [args, message] of [
      [[...run, '--min-success', '80'], /"80" is no share[^]*0\.8 and --min-success 80% are the same/],
      [[...run, '--baseline', 'oracle'], /--baseline and --max-drop belong together/],
      [[...run, '--max-drop', '5'], /--baseline and --max-drop belong together/],
      [[...run, '--baseline', 'oracle', '--max-drop', '5%'], /no number of percentage points/],
      [[...run, '--baseline', 'nope', '--max-drop', '5'], /no run "nope"/],
      [
        ['run', world, '--agent', 'no-op', '--run-id', 'never', '--baseline', 'oracle', '--max-drop', '5'],
        /the baseline oracle and this run ran tiny on different data/,
      ],
      [['score', 'colorbench', '--min-success', '0.5'], /gates and --junit are for runs of Touchstone/],
    ] as const) {
      const { code, stdout, stderr } = await touchstone(...args);
      expect(stderr).toMatch(message);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    }
    expect((await touchstone('list', 'runs')).stdout).not.toContain('never');
  });
});

describe('--sequential', () => {
  const watched = ['--repeats', '9', '--min-success', '60%', '--sequential', '--concurrency', '1'];

  it('ends the run once the gate is decided, and says so wherever the run is shown', async () => {
    const met = await touchstone(
      'run',
      'tiny',
      '--agent',
      'oracle',
      '--run-id',
      'watched',
      ...watched,
      '--json',
    );
    expect(met.stderr).toContain(
      'Gate met, decided after 13 of 54 episodes: success 100.0 % (n 13, 95 % at any stop 68.8–100.0), 60.0 % asked for.',
    );
    expect(met.stderr).toMatch(
      /Ended by its gate, met after 13 of 54 episodes\. .*resume \S+ --no-sequential\n/,
    );
    expect(met.code).toBe(0);
    expect(JSON.parse(met.stdout)).toMatchObject({
      status: 'decided',
      finished: 13,
      gate: { met: true, checks: [{ gate: 'min-success', met: true, value: 1, limit: 0.6 }] },
    });
    expect((await touchstone('list', 'runs')).stdout).toMatch(/watched .* decided .*13\/54/);
    const page = join(folder, 'watched.html');
    const shown = await touchstone('report', 'watched', '--out', page, '--single-file');
    expect(shown.stderr).not.toContain('did not come to its end');
    const score = await touchstone('score', 'watched', '--min-success', '60%');
    expect(score.stderr).toContain('Gate met, decided after 13 of 54 episodes');
    expect((await touchstone('score', 'watched', '--min-success', '60%', '--no-sequential')).code).toBe(1);
    const again = await touchstone('resume', 'watched', '--min-success', '60%');
    expect(again.stderr).toContain('nothing is left to do: its gate is decided');
    expect(again.stderr).toContain('13 of 54 episodes done');
    expect(again.stderr).toContain('Gate met, decided after 13 of 54 episodes');
    const all = await touchstone('resume', 'watched', '--min-success', '60%', '--no-sequential');
    expect(all.stderr).toContain('Gate met: success 100.0 % (n 54');
    expect(all.code).toBe(0);
  });

  it('ends with 1 where the gate is missed, also against a baseline', async () => {
    const missed = await touchstone('run', 'tiny', '--agent', 'no-op', ...watched);
    expect(missed.stderr).toContain('Gate missed, decided after 14 of 54 episodes: success 0.0 %');
    expect(missed.code).toBe(1);
    const drop = ['--repeats', '9', '--baseline', 'oracle', '--max-drop', '10', '--sequential'];
    const fell = await touchstone('run', 'tiny', '--agent', 'no-op', ...drop);
    expect(fell.stderr).toMatch(
      /Gate missed, decided after \d+ of 54 episodes: success fell by 100\.0 points from the baseline oracle/,
    );
    expect(fell.code).toBe(1);
  });

  it('leaves it to the number seen where the episodes are too few', async () => {
    const run = ['run', 'tiny', '--agent', 'oracle', '--min-success', '60%', '--sequential'];
    const { stderr, code } = await touchstone(...run);
    expect(stderr).toMatch(
      /Gate met: success 100\.0 % .*undecided after all 6 episodes \(289 decide it in any case\), so this is the number seen/,
    );
    expect(code).toBe(0);
  });

  it.each([
    [[], /ends a run once its gate is decided, and there is none/],
    [
      ['--min-success', '60%', '--baseline', 'oracle', '--max-drop', '5'],
      /watches one gate, and there are two/,
    ],
    [['--min-success', '5%'], /tells an agent from one that is worse by 10 points/],
    [['--min-success', '60%', '--confident'], /--sequential and --confident are two ways to decide a gate/],
    [['--baseline', 'no-op', '--max-drop', '5'], /tells an agent from one that is worse by 10 points/],
  ])('is refused with %j', async (flags, message) => {
    const { code, stdout, stderr } = await touchstone(
      'run',
      'tiny',
      '--agent',
      'no-op',
      '--sequential',
      ...flags,
    );
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
