import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('skipped: the agent written in Python, there is no python3 on the PATH');

describe('agents from outside', () => {
  it.skipIf(!hasPython)('the example in Python acts on Pocket, and no episode is lost', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const run = await runTouchstone([
      'run',
      'pocket',
      '--agent',
      'process',
      '--agent-option',
      'command=python3 examples/agent.py',
      '--limit',
      '8',
      '--runs',
      folder.path,
      '--json',
    ]);
    expect(run.code).toBe(0);
    const document = JSON.parse(run.stdout) as Record<string, unknown>;
    expect(document).toMatchObject({ status: 'complete', finished: 8, voided: 0 });
  });

  it('a person answers in the terminal, and whoever goes away leaves a run to resume', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const common = ['--runs', folder.path, '--run-id', 'person'];
    const first = await runTouchstone(
      ['run', 'pocket', '--agent', 'human', '--concurrency', '1', '--limit', '1', ...common],
      { input: 'click 0\n' },
    );
    expect(first.stderr).toContain('Step 2 of at most');
    expect(first.stderr).toContain('NO_HUMAN');
    const second = await runTouchstone(['resume', 'person', '--runs', folder.path], {
      input: 'complete\n',
    });
    expect(second.code).toBe(0);
    expect(second.stderr).toContain('Step 2 of at most');
  });
});
