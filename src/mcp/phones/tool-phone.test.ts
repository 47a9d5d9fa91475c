import { describe, expect, it } from 'vitest';
import { fakeBenchmark } from '../../testing/fake-benchmark.js';
import { playOf } from '../../testing/play-of.js';
import { ToolPhone } from './tool-phone.js';

describe('ToolPhone', () => {
  it('begins nothing once its client has gone, though calls wait', async () => {
    await using play = await playOf(fakeBenchmark());
    const [task] = play.tasks;
    if (task === undefined) throw new Error('there is a task');
    const phone = new ToolPhone({ id: 'one', task, open: () => play.open(), onEnd: () => undefined });
    const calls = [phone.look(), phone.look()];
    await phone[Symbol.asyncDispose]();
    const ends = await Promise.allSettled(calls);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(play.active).toBe(0);
  });
});
