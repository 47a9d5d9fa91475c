import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '../../engine/engine-event.js';
import type { CommandContext } from '../command-context.js';
import { progressPrinter } from './progress.js';

function printed(events: readonly EngineEvent[], options: { events?: boolean } = {}): string {
  const stderr = new PassThrough();
  const context = { stderr, environment: {} } as unknown as CommandContext;
  const print = progressPrinter({ context, events: options.events ?? false });
  for (const event of events) print(event);
  return String(stderr.read() ?? '');
}

function wait(item: string, delayMs: number, reason: string | null, endpoint = 'http://h/v1'): EngineEvent {
  return { type: 'model-wait', key: { item, repeat: 0 }, endpoint, delayMs, reason };
}

describe('progressPrinter', () => {
  it('says that the run waits, for how long, and for which endpoint', () => {
    expect(printed([wait('a', 30_000, 'http://h/v1 answered 429: slow down')])).toBe(
      'http://h/v1 answered 429: slow down; waiting 30s\n',
    );
    expect(printed([wait('a', 65_000, null)])).toBe(
      'http://h/v1 takes no more requests for now; waiting 1m 5s\n',
    );
  });

  it('says it once for all episodes that wait together, and again for a longer wait or another endpoint', () => {
    const together = ['a', 'b', 'c', 'd'].map((item) => wait(item, 30_000, 'http://h/v1 answered 429'));
    const all = printed([...together, wait('e', 60_000, null), wait('f', 30_000, null, 'http://other/v1')]);
    expect(all.split('\n').map((line) => line.split(';')[1] ?? '')).toEqual([
      ' waiting 30s',
      ' waiting 1m 0s',
      ' waiting 30s',
      '',
    ]);
  });

  it('says nothing of short waits, and everything as events', () => {
    const short = wait('a', 900, 'http://h/v1 answered 503');
    expect(printed([short])).toBe('');
    expect(JSON.parse(printed([short], { events: true }))).toEqual(short);
  });
});
