import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EngineEvent } from '../../engine/engine-event.js';
import type { CommandContext } from '../command-context.js';
import { progressPrinter } from './progress.js';

function printed(events: readonly EngineEvent[], options: { events?: boolean } = {}): string {
  const stderr = new PassThrough();
  const context = { stderr, environment: {}, workingDirectory: '/here' } as unknown as CommandContext;
  const print = progressPrinter({ context, events: options.events ?? false });
  for (const event of events) print(event);
  return String(stderr.read() ?? '');
}

function wait(item: string, delayMs: number, reason: string | null, endpoint = 'http://h/v1'): EngineEvent {
  return { type: 'model-wait', key: { item, repeat: 0 }, endpoint, delayMs, reason };
}

afterEach(() => {
  vi.useRealTimers();
});

/** What a log has of a run of 842 items, one each `milliseconds`. */
function logged(milliseconds: number): readonly string[] {
  vi.useFakeTimers();
  // The process is some time old when the run begins.
  vi.advanceTimersByTime(60_000);
  const stderr = new PassThrough();
  const context = { stderr, environment: {}, workingDirectory: '/here' } as unknown as CommandContext;
  const print = progressPrinter({ context, events: false, brief: true });
  const planned = 842;
  const start = { run: 'r', directory: '/here/runs/r', finished: 0, resumed: false, cutBytes: 0 };
  print({ type: 'run-start', planned, repeats: 1, ...start });
  for (let finished = 1; finished <= planned; finished += 1) {
    vi.advanceTimersByTime(milliseconds);
    const counts = { voided: 0, running: 0, skipped: 0, steps: finished, tokens: 0, costUsd: 0 };
    const elapsedMs = finished * milliseconds;
    const remainingMs = (planned - finished) * milliseconds;
    print({ type: 'progress', planned, finished, ...counts, elapsedMs, remainingMs });
  }
  print({ type: 'run-end', status: 'complete', finished: planned });
  return String(stderr.read()).trimEnd().split('\n');
}

describe('progressPrinter', () => {
  it('repeats the counts in a log every ten seconds, and tells the last of them', () => {
    expect(logged(30)).toEqual([
      'run r: 842 episodes',
      '334/842 done, 0 running, 334 steps, 10s, about 15s left',
      '668/842 done, 0 running, 668 steps, 20s, about 5.2s left',
      '842/842 done, 0 running, 842 steps, 25s',
    ]);
  });

  it('has no counts in a log of a run that is over at once', () => {
    expect(logged(1)).toEqual(['run r: 842 episodes']);
  });

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

  it('tells failed episodes for each reason three times, then how many there are and where each is listed', () => {
    const fail = (item: string, message: string): EngineEvent => ({
      type: 'item-end',
      key: { item, repeat: 0 },
      end: { reason: 'invalid_task', fault: 'dataset', message },
      steps: 0,
      durationMs: 0,
    });
    const start: EngineEvent = {
      type: 'run-start',
      repeats: 1,
      run: 'one',
      directory: '/here/runs/one',
      planned: 1000,
      finished: 0,
      resumed: false,
      cutBytes: 0,
    };
    const many = Array.from({ length: 900 }, (_, index) => fail(`a${index}`, 'its screenshot is missing'));
    const each = Array.from({ length: 30 }, (_, index) => fail(`c${index}`, `reason ${index}`));
    const few = [fail('b0', 'broken'), fail('b1', 'broken')];
    const end: EngineEvent = { type: 'run-end', status: 'complete', finished: 932 };
    const lines = printed([start, ...many, ...few, ...each, end])
      .trim()
      .split('\n');
    expect(lines.slice(1, 6)).toEqual([
      'a0: its screenshot is missing (dataset)',
      'a1: its screenshot is missing (dataset)',
      'a2: its screenshot is missing (dataset)',
      'b0: broken (dataset)',
      'b1: broken (dataset)',
    ]);
    expect(lines.slice(-3)).toEqual([
      '900 x: its screenshot is missing (dataset)',
      '12 more for other reasons',
      'each of them: touchstone score runs/one --json',
    ]);
    expect(lines).toHaveLength(1 + 5 + 18 + 3);
  });
});

describe('a run on a terminal', () => {
  const key = { item: 'a', repeat: 0 };
  const counts = { voided: 0, running: 0, skipped: 0, tokens: 0, costUsd: 0 };

  function terminal(): { print: (event: EngineEvent) => void; drawn: () => string } {
    vi.useFakeTimers();
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    const context = { stderr, environment: {}, workingDirectory: '/here' } as unknown as CommandContext;
    const print = progressPrinter({ context, events: false });
    const start = { run: 'r', directory: '/here/runs/r', finished: 0, resumed: false, cutBytes: 0 };
    print({ type: 'run-start', planned: 9, repeats: 1, ...start });
    return { print, drawn: () => String(stderr.read() ?? '') };
  }

  it('redraws its line every second before the first episode has ended, and no more once the run has', () => {
    const { print, drawn } = terminal();
    expect(drawn()).toBe('run r: 9 episodes\n');
    print({ type: 'item-start', key, attempt: 0, cause: 'plan' });
    vi.advanceTimersByTime(1_000);
    expect(drawn()).toBe('\r\u001B[K0/9 done, 1 running, 0 steps, 1.0s');
    print({ type: 'step-end', key, step: 0, rule: 'none' });
    vi.advanceTimersByTime(2_000);
    expect(drawn().split('\r\u001B[K').at(-1)).toBe('0/9 done, 1 running, 1 step, 3.0s');
    print({ type: 'run-end', status: 'interrupted', finished: 0 });
    drawn();
    vi.advanceTimersByTime(5_000);
    expect(drawn()).toBe('');
  });

  it('shows what workers do, and on how many of them', () => {
    const { print, drawn } = terminal();
    drawn();
    const elsewhere = { running: 5, workers: 2 };
    print({
      type: 'progress',
      planned: 9,
      finished: 3,
      steps: 12,
      ...counts,
      running: 5,
      elsewhere,
      elapsedMs: 3_000,
      remainingMs: 6_000,
    });
    vi.advanceTimersByTime(1_000);
    expect(drawn().split('\r\u001B[K').at(-1)).toBe(
      '3/9 done, 5 running on 2 workers, 12 steps, 4.0s, about 5.0s left',
    );
  });

  it('tells the time left from the third episode on', () => {
    const { print, drawn } = terminal();
    for (const finished of [1, 2, 3]) {
      vi.advanceTimersByTime(500);
      const elapsedMs = finished * 500;
      const remainingMs = (9 - finished) * 5_000;
      drawn();
      print({ type: 'progress', planned: 9, finished, steps: 0, ...counts, elapsedMs, remainingMs });
      expect(drawn().includes('left')).toBe(finished === 3);
    }
  });
});

describe('a run in a pipe', () => {
  it('counts repeats from 1, as every text for people does', () => {
    const start = { run: 'r', directory: '/here/runs/r', finished: 0, resumed: false, cutBytes: 0 };
    const key = { item: 'a', repeat: 1 };
    const end: EngineEvent = {
      type: 'item-end',
      key,
      end: { reason: 'agent_stop' },
      steps: 5,
      durationMs: 0,
    };
    expect(printed([{ type: 'run-start', planned: 2, repeats: 2, ...start }, end])).toContain(
      '\na, repeat 2: agent_stop after 5 steps\n',
    );
  });

  it('says a long reason once, with the run that its command is about', () => {
    const start = {
      run: 'r',
      directory: '/here/runs/r',
      finished: 0,
      resumed: false,
      cutBytes: 0,
      repeats: 1,
    };
    const message =
      'http://localhost:1/v1 cannot be reached: connect ECONNREFUSED (Check the server, then `touchstone resume RUN --retry-voided`.)';
    const gone = (item: string): EngineEvent => ({
      type: 'item-end',
      key: { item, repeat: 0 },
      end: { reason: 'model_error', fault: 'model', message },
      steps: 0,
      durationMs: 0,
    });
    const lines = printed([
      { type: 'run-start', planned: 5, ...start },
      ...['a', 'b', 'c', 'd'].map(gone),
      { type: 'run-end', status: 'interrupted', finished: 4 },
    ]).split('\n');
    expect(lines.slice(1, 4)).toEqual([
      expect.stringMatching(/^a: http.*`touchstone resume runs\/r --retry-voided`\.\) \(model\)$/),
      'b: the same',
      'c: the same',
    ]);
    const failure = { fault: 'model', code: 'MODEL_OUTAGE', message } as const;
    const paused = printed([
      { type: 'run-start', planned: 5, ...start },
      { type: 'outage-start', failure, leftMs: 1000 },
      gone('a'),
    ]).split('\n');
    expect(paused[1]).toMatch(/^paused: http.*`touchstone resume runs\/r --retry-voided`/);
    expect(paused[2]).toBe('a: the same');
    expect(lines[4]).toMatch(/^4 x: http:.*`touchstone resume runs\/r --retry-voided`/);
  });

  it('says of each episode whether it passed', () => {
    const ended = (item: string, outcome?: 'passed' | 'failed'): EngineEvent => ({
      type: 'item-end',
      key: { item, repeat: 0 },
      end: { reason: 'agent_stop' },
      steps: 5,
      durationMs: 0,
      ...(outcome === undefined ? {} : { outcome }),
    });
    expect(printed([ended('a', 'passed'), ended('b', 'failed'), ended('c')])).toBe(
      'a: passed (agent_stop after 5 steps)\nb: failed (agent_stop after 5 steps)\nc: agent_stop after 5 steps\n',
    );
  });
});
