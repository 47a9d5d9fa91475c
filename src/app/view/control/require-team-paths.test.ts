import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { requireTeamPaths, requireTeamWorld } from './require-team-paths.js';

describe('what a request of a team may name', () => {
  it('is no file but its own, however it is written', async () => {
    await using place = await temporaryFolder();
    const { path } = place;
    const teams = join(path, 'runs');
    const folder = join(teams, 'red');
    await mkdir(join(teams, 'blue', 'b'), { recursive: true });
    await mkdir(folder, { recursive: true });
    await mkdir(join(path, 'test'));
    await writeFile(join(path, 'secret.json'), '{}');
    await writeFile(join(folder, 'mine.json'), '{}');
    await symlink(join(teams, 'blue'), join(folder, 'link'));
    await symlink(join(teams, 'blue', 'b'), join(folder, 'deep'));
    await symlink(join(teams, 'blue', 'made-later'), join(folder, 'dangling'));
    await symlink(join(folder, 'second'), join(folder, 'first'));
    await symlink('../blue/made-later', join(folder, 'second'));
    await symlink(join(path, '..'), join(path, 'out'));
    const bounds = { folder, workingDirectory: path, teams };
    const check = (values: Record<string, unknown>) => () => requireTeamPaths(values, bounds);
    for (const outside of [
      'runs/blue/b',
      'runs/red/../blue/b',
      'runs/red/link/b',
      'secret.json',
      './secret.json',
      '/etc/passwd',
      '/not/there',
      '../not-there',
      '~/x',
      join(teams, 'blue', 'b'),
      'runs',
      '.',
      // Nothing is there yet.
      'runs/blue/new',
      'runs/blue/new/deeper',
      'runs/./blue/new',
      'runs//blue/new',
      'runs/red/../blue/new',
      'runs/green/new',
      'runs/red/link/new',
      'runs/red/dangling',
      'runs/red/dangling/new',
      'runs/red/first',
      'runs/red/deep/../new',
      join(folder, 'link', 'new'),
      'out/new',
    ]) {
      for (const values of [
        { trajectories: outside },
        { agentOptions: { documents: outside } },
        { benchmarkOptions: { a: `x,${outside}` } },
        { 'agent-option.file': outside },
      ]) {
        expect([values, catching(check(values))]).toEqual([values, 'UNTRUSTED']);
      }
    }
    expect(
      catching(
        check({
          trajectories: 'runs/red/mine.json',
          questions: join(folder, 'not-yet.json'),
          judge: 'runs/red/new/deeper',
          promptSource: 'Org/Model-7B',
          split: 'test',
          model: 'Org/Model-7B',
          agentOptions: { style: 'brief', count: '3' },
          tasks: '*',
          repeats: 2,
          replay: null,
        }),
      ),
    ).toBeNull();
    expect(catching(check({ split: '../blue' }))).toBe('UNTRUSTED');
  });

  it('is a world of its own, or one that no team has', async () => {
    await using place = await temporaryFolder();
    const { path } = place;
    const workingDirectory = join(path, 'work');
    const teams = join(workingDirectory, 'runs');
    const folder = join(teams, 'red');
    for (const one of ['red/w', 'blue/w']) await mkdir(join(teams, one), { recursive: true });
    await mkdir(join(workingDirectory, 'world'));
    await mkdir(join(path, 'elsewhere'));
    await symlink(join(teams, 'blue', 'w'), join(workingDirectory, 'link'));
    const check = (world: string) => () => requireTeamWorld(world, { folder, workingDirectory, teams });
    for (const fit of ['world', 'runs/red/w']) expect(catching(check(fit))).toBeNull();
    for (const world of ['runs/blue/w', 'runs/red/../blue/w', 'link', '../elsewhere', path, 'runs', '.']) {
      expect([world, catching(check(world))]).toEqual([world, 'UNTRUSTED']);
    }
  });
});

/** The code of what is thrown; null for nothing. */
function catching(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'none';
  }
}
