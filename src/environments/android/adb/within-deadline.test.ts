import { describe, expect, it } from 'vitest';
import { DeadlineError, withinDeadline } from './within-deadline.js';

const never = (): Promise<never> => new Promise(() => {});
const { signal } = new AbortController();

describe('withinDeadline', () => {
  it('gives the result, and ends nothing', async () => {
    let ended = 0;
    const onEnd = (): number => (ended += 1);
    expect(await withinDeadline(async () => 7, { deadlineMs: 1000, signal, onEnd })).toBe(7);
    expect(ended).toBe(0);
  });

  it('ends work that hangs, and work that fails', async () => {
    let ended = 0;
    const onEnd = (): number => (ended += 1);
    await expect(withinDeadline(never, { deadlineMs: 5, signal, onEnd })).rejects.toThrow(DeadlineError);
    const failing = async (): Promise<never> => {
      throw new Error('broken');
    };
    await expect(withinDeadline(failing, { deadlineMs: 1000, signal, onEnd })).rejects.toThrow('broken');
    expect(ended).toBe(2);
  });

  it('obeys the signal, also one that is aborted already', async () => {
    const controller = new AbortController();
    const waiting = withinDeadline(never, { deadlineMs: 60_000, signal: controller.signal });
    controller.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(withinDeadline(never, { deadlineMs: 60_000, signal: controller.signal })).rejects.toThrow(
      'stopped',
    );
  });
});
