import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEpisodes } from '../../src/formats/run/read-episodes.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

const TIMES = 24;
const STEP = 4;

/** What was done first in each episode of a run, and what followed. */
async function episodes(directory: string): Promise<{ readonly first: string; readonly at: unknown }[]> {
  const found = [];
  for await (const { record } of readEpisodes(await indexRun(directory))) {
    const first = JSON.stringify(record.steps.slice(0, STEP - 1));
    found.push({ first, at: record.steps[STEP - 1]?.decision?.decision });
  }
  return found;
}

describe('touchstone fork', () => {
  it('survives kill -9, is resumed to all of its futures, and is taken for no plain run', async () => {
    await using folder = await temporaryFolder();
    const cwd = folder.path;
    const run = ['run', 'pocket', '--agent', 'random', '--tasks', 'dark-theme', '--max-steps', '9'];
    expect((await runTouchstone([...run, '--run-id', 'original'], { cwd })).code).toBe(0);

    const set = ['--set', 'action={"type":"key","key":"HOME"}', '--times', String(TIMES)];
    const fork = [
      'fork',
      'original',
      '--step',
      String(STEP),
      ...set,
      '--run-id',
      'other',
      '--concurrency',
      '1',
    ];
    const killed = await runTouchstone([...fork, '--events'], {
      cwd,
      signals: [{ after: '"type":"item-end"', signal: 'SIGKILL' }],
    });
    expect(killed.signal).toBe('SIGKILL');
    const directory = join(cwd, 'runs', 'other');
    expect((await indexRun(directory)).items.size).toBeLessThan(TIMES);

    const resumed = await runTouchstone(['resume', 'other', '--json'], { cwd });
    expect(resumed.code).toBe(0);
    const document = JSON.parse(resumed.stdout) as {
      readonly tables: readonly { readonly notes: string[] }[];
    };
    expect(document).toMatchObject({
      finished: TIMES,
      identity: { fork: { run: 'original', item: 'dark-theme', step: STEP - 1 } },
    });
    expect(document.tables[0]?.notes.join('\n')).toContain(
      `A fork, no result of the benchmark: ${TIMES} futures`,
    );
    const [original] = await episodes(join(cwd, 'runs', 'original'));
    const futures = await episodes(directory);
    expect(futures).toHaveLength(TIMES);
    for (const { first, at } of futures) {
      expect(first).toBe(original?.first);
      expect(at).toMatchObject({ action: { type: 'key', key: 'HOME' } });
    }

    const compared = await runTouchstone(['compare', 'original', 'other'], { cwd });
    expect(compared.stderr).toContain('[other] is a fork of run original');
    expect(compared.code).toBe(2);
    expect((await runTouchstone(['list', 'runs'], { cwd })).stdout).toContain('complete, fork of original');
  });

  it('says what it cannot do', async () => {
    await using folder = await temporaryFolder();
    const cwd = folder.path;
    const failing: [string[], string][] = [
      [['fork', 'nothing', '--step', '2'], 'there is no run "nothing"'],
      [['fork', '.', '--step', '0'], '--step: it counts from 1'],
      [['fork', '.', '--step', '2', '--set', 'x'], 'not written as name=value'],
      [['fork', '.', '--step', '2', '--times', '0'], 'no number of futures'],
      [['fork', '.'], '--step is missing'],
      [['fork', '.', '--step', '2'], '[NOT_A_RUN]'],
    ];
    for (const [args, message] of failing) {
      const { code, stderr } = await runTouchstone(args, { cwd });
      expect(stderr).toContain(message);
      expect(code).toBe(2);
    }
  });
});
