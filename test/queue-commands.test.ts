import { describe, expect, it } from 'vitest';
import { buildProgram } from '../src/cli/program.js';
import { openRunQueue } from '../src/queue/open-run-queue.js';
import { commandContext } from '../src/testing/command-context.js';
import { NO_REDIS, startRedis } from './fixtures/redis-server.js';

async function touchstone(...args: string[]): Promise<string> {
  const { context, printed } = commandContext({ workingDirectory: '/', environment: {} });
  const program = await buildProgram(context, args);
  await program.parseAsync(['node', 'touchstone', ...args]);
  return printed();
}

describe(`touchstone queue ${NO_REDIS ?? ''}`.trim(), { skip: NO_REDIS !== null }, () => {
  it('shows runs with who refused them, pauses one, goes on, and has workers try again', async () => {
    await using redis = await startRedis();
    const { url } = redis;
    await using queue = await openRunQueue(url, { onNote: () => undefined });
    expect(await touchstone('queue', 'status', url)).toContain('There is none: begin one with');
    const names = {
      run: 'nightly',
      folder: 'nightly',
      benchmark: 'b',
      agent: 'a',
      identityHash: 'a'.repeat(64),
    };
    const budgets = { seconds: null, tokens: null, money: null };
    await queue.add('nightly', [{ key: { item: 'one', repeat: 0 } }]);
    await queue.announce({ ...names, planned: 1, needs: ['gpu'], budgets }, new Map());
    await queue.refuse('nightly', { worker: 'old', reason: 'it is of version 0.0.1' });
    const stateOf = async () => (await queue.runs()).map(({ state }) => state);
    const shown = await touchstone('queue', 'status', url);
    expect(shown).toContain('nightly: worker old does not do it: it is of version 0.0.1');
    expect(shown).toMatch(/nightly\s+open\s+1\s+0\s+0\s+1\s+0\s+gpu/);
    expect(await touchstone('queue', 'pause', '--queue', url, 'nightly')).toContain('nightly is paused');
    expect(await stateOf()).toEqual(['paused']);
    expect(await touchstone('queue', 'resume', url, 'nightly')).toContain('handed out again');
    expect(await stateOf()).toEqual(['open']);
    expect(await touchstone('queue', 'retry', url)).toBe('nightly: 0 items handed out again\n');
    expect((await queue.runs())[0]?.refused).toEqual([]);
    // Another team's run of that name.
    const twin = { ...names, run: 'nightly~0002', planned: 1, needs: [], budgets };
    await queue.announce({ ...twin, run: 'nightly~0001' }, new Map());
    await queue.announce(twin, new Map());
    expect(await touchstone('queue', 'remove', url, 'nightly')).toBe('nightly is forgotten\n');
    await expect(touchstone('queue', 'pause', url, 'nightly')).rejects.toThrow('2 runs of the name nightly');
    await touchstone('queue', 'remove', url, 'nightly~0001');
    expect(await touchstone('queue', 'pause', url, 'nightly')).toContain('nightly~0002 is paused');
    await expect(touchstone('queue', 'pause', url, 'another')).rejects.toThrow(
      'the queue has no run another',
    );
  });
});
