import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openModelEndpoint } from '../../src/testing/models/model-endpoint.js';
import { runTouchstone, type Finished } from './run-touchstone.js';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-stopped-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function run(baseUrl: string, more: readonly string[]): Promise<Finished> {
  const model = ['--agent', 'react', '--model', 'm', '--base-url', baseUrl];
  return runTouchstone(['run', 'pocket', ...model, '--tasks', 'dark-theme,screen-timeout', ...more], {
    cwd: folder,
  });
}

describe('a run whose user has to act first', () => {
  it.each([
    [401, 'MODEL_ACCESS'],
    [404, 'MODEL_NOT_FOUND'],
  ])('says after a %i where it is and how to resume', async (status, code) => {
    await using endpoint = await openModelEndpoint(() => ({ fault: 'status', status }));
    const stopped = await run(endpoint.baseUrl, ['--run-id', `stopped-${status}`]);
    expect(stopped.stderr).toContain(`[${code}]`);
    expect(stopped.stderr).toContain(`0 of 2 episodes done; kept in runs/stopped-${status}\n`);
    expect(stopped.stderr).toContain(`touchstone resume runs/stopped-${status}\n`);
    expect(stopped.code).toBe(2);
    const again = await runTouchstone(['resume', `runs/stopped-${status}`], { cwd: folder });
    expect(again.stderr).toContain(`touchstone resume runs/stopped-${status}\n`);
    expect(again.code).toBe(2);
  });

  it('stops at a prompt that asks for what nobody fills in, before anything is asked', async () => {
    await using endpoint = await openModelEndpoint(() => 'Click(1, 1)');
    await writeFile(join(folder, 'turn.txt'), 'Do {{instruction}} for {{nobody}}');
    const more = ['--dialect', 'generic_call', '--prompt', 'turn=turn.txt', '--run-id', 'prompt'];
    const stopped = await run(endpoint.baseUrl, more);
    expect(stopped.stderr).toContain('{{nobody}}');
    expect(stopped.stderr).toContain('[PROMPT_TEMPLATE]');
    expect(stopped.stderr).toContain('0 of 2 episodes done; kept in runs/prompt\n');
    expect(stopped.code).toBe(2);
    expect(endpoint.requests).toEqual([]);
  });

  it('calls a refused request a configuration error in lines, tables and JSON', async () => {
    await using endpoint = await openModelEndpoint(() => ({ fault: 'status', status: 400 }));
    const done = await run(endpoint.baseUrl, ['--run-id', 'refused']);
    expect(done.stderr).toContain('(user)');
    expect(done.stderr).toContain('Voided: 2 by user.');
    expect(done.stdout).toContain('2 × configuration error');
    expect(done.stdout).not.toContain('environment');
    const json = await run(endpoint.baseUrl, ['--run-id', 'refused-json', '--json', '--events']);
    expect(json.stdout).toContain('2 × configuration error');
    expect(json.stderr).toContain('"reason":"user_error","fault":"user"');
    expect(json.stdout + json.stderr).not.toContain('environment_error');
  });

  it.each(['--record', '--cache', '--replay', '--runs'])(
    'asks nothing where %s names a place that cannot be',
    async (flag) => {
      await using endpoint = await openModelEndpoint(() => 'Click(1, 1)');
      const below = process.platform === 'linux' ? '/proc/none/there' : '/dev/null/there';
      const refused = await run(endpoint.baseUrl, [flag, below]);
      expect(refused.stderr).toContain(below);
      expect(refused.stderr).toContain('[USER]');
      expect(refused.code).toBe(2);
      expect(endpoint.requests).toEqual([]);
      expect((await readdir(join(folder, 'runs'))).filter((name) => name.includes('pocket'))).toEqual([]);
    },
  );
});
