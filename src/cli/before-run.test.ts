import { PassThrough } from 'node:stream';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { beforeRun } from './before-run.js';
import type { CommandContext } from './command-context.js';

function prepared(): { context: CommandContext; interrupt: AbortController; told: () => [string, number[]] } {
  const stderr = new PassThrough();
  const interrupt = new AbortController();
  const codes: number[] = [];
  const context = {
    stderr,
    interrupted: interrupt.signal,
    setExitCode: (code: number) => codes.push(code),
  } as unknown as CommandContext;
  return { context, interrupt, told: () => [String(stderr.read() ?? ''), codes] };
}

const kept = 'Nothing is kept.';

describe('beforeRun', () => {
  it('returns what is ready, and prints nothing', async () => {
    const { context, told } = prepared();
    expect(await beforeRun(async () => 7, { context, kept })).toBe(7);
    expect(told()).toEqual(['', []]);
  });

  it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
    ['between two files', async (signal) => signal.throwIfAborted()],
    ['within one', async (signal) => readFile('/dev/zero', { signal })],
  ])('says what is kept after Ctrl-C %s', async (_, work) => {
    const { context, interrupt, told } = prepared();
    const prepare = async (): Promise<unknown> => {
      interrupt.abort(new Error('interrupted'));
      return work(interrupt.signal);
    };
    expect(await beforeRun(prepare, { context, kept })).toBeNull();
    expect(told()).toEqual(['\nInterrupted before the first step. Nothing is kept.\n', [130]]);
  });

  it('passes on every other error', async () => {
    const { context, interrupt, told } = prepared();
    const broken = async (): Promise<never> => {
      interrupt.abort(new Error('interrupted'));
      throw new Error('half of the file is missing');
    };
    await expect(beforeRun(broken, { context, kept })).rejects.toThrow('half of');
    expect(told()).toEqual(['', []]);
  });
});
