import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { playWithPython } from '../fixtures/gym/play-with-python.js';

/** Debian's own where it is there: what the package promises to work with. */
const [PYTHON] = ['/usr/bin/python3', 'python3'].filter(
  (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0,
);
if (PYTHON === undefined) console.warn('skipped: there is no python3');

describe.skipIf(PYTHON === undefined)('clients/python', () => {
  it('meets rewards that are the scores of the bench', async () => {
    await using folder = await temporaryFolder();
    const tasks = 'dark-theme,late-noor,join-harbor-cafe';
    const played = await playWithPython(tasks, folder.path, PYTHON ?? '');
    // Each of three tasks whole and broken off, by two clients; one more was begun and given up.
    expect(played).toMatchObject({ rewards: 2 * played.plays, recorded: 2 * played.plays });
    expect(played.passed).toBe(6);
  });
});
