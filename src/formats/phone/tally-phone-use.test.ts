import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import { pixelPoint, resolvePoint } from '../../domain/geometry.js';
import type { RunIndex } from '../run/run-index.js';
import { attemptFilePath } from '../run/attempt-file-path.js';
import type { PhoneEvent, PhoneLogHeader } from './phone-event.js';
import { PhoneLogWriter } from './phone-log-writer.js';
import { tallyPhoneUse, type PhoneTally } from './tally-phone-use.js';

const HEADER: PhoneLogHeader = {
  format: 'touchstone-phone',
  formatVersion: 1,
  touchstone: 'test',
  startedAt: '2025-01-01T00:00:00.000Z',
  serial: 'phone-1',
  profile: {
    product: 'p',
    model: 'm',
    device: 'd',
    density: 440,
    size: { width: 1080, height: 2400 },
    apps: [],
    startsAt: 0,
    timeZone: 'UTC',
    locale: 'en-US',
    hasWaits: false,
  },
  options: {},
  limits: {},
  world: null,
  task: 'any',
  repeat: 0,
  seed: 1,
  state: 'home',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-tally-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('lists what was asked in vain until the episode ended, but not what is absorbed', async () => {
  const oddities = (kind: 'ignored' | 'unknown_command' | 'absorbed', what: string) => ({ kind, what });
  const stopped = {
    kind: 'action' as const,
    action: { type: 'stop' as const, status: 'success' as const },
    from: null,
    to: null,
    transition: null,
    commands: [],
    observations: 1,
  };
  const events = [
    oddities('ignored', 'broadcast'),
    oddities('unknown_command', 'nmap'),
    oddities('absorbed', 'svc wifi'),
    oddities('ignored', 'broadcast'),
    stopped,
    oddities('ignored', 'broadcast'),
    oddities('unknown_command', 'nmap'),
  ].map((event, seq): PhoneEvent => ({ seq, t: 0, wall: 0, stream: null, command: null, ...event }));
  const tally = await tallyOf('asked', events);
  expect([...tally.unknown].map(([name, { count }]) => [name, count])).toEqual([
    ['broadcast', 2],
    ['nmap', 2],
  ]);
  expect(tally.unknownRequests).toBe(2);
  expect(tally.actions).toBe(0);
});

it('tells misses on something from those on nothing, and knows those that were there before', async () => {
  const tap = (x: number, durationMs?: number): Action => ({
    type: 'tap',
    target: { type: 'point', point: resolvePoint(pixelPoint(x, 5), HEADER.profile.size) },
    native: { family: 'android', name: 'tap', arguments: { durationMs: durationMs ?? null } },
  });
  const acted = (action: Action, rule: string, more: { from?: string; offered?: boolean } = {}) => ({
    kind: 'action' as const,
    from: 'home',
    to: 'home',
    transition: { rule, next: 'home' },
    commands: [],
    observations: 1,
    action,
    ...more,
  });
  const events = [
    acted(tap(1), 'stay', { offered: true }),
    acted(tap(2), 'edge'),
    acted(tap(1, 300), 'stay', { offered: true }),
    acted(tap(1), 'stay', { from: 'elsewhere', offered: false }),
    acted({ type: 'key', key: 'BACK' }, 'stay'),
    acted({ type: 'key', key: 'HOME' }, 'stay_dead_end'),
    acted({ type: 'key', key: 'BACK' }, 'stay'),
  ].map((event, seq): PhoneEvent => ({ seq, t: 0, wall: 0, stream: null, command: null, ...event }));
  expect(await tallyOf('missed', events)).toMatchObject({
    actions: 7,
    misses: 6,
    missedOnSomething: 2,
    missedOnNothing: 1,
    missedAgain: 2,
  });
});

it('counts the real time between the first command and the end of the last', async () => {
  const command = { kind: 'command' as const, service: 'shell:ls' };
  const done = { kind: 'done' as const, command: 1, exitCode: 0, bytesIn: 0, bytesOut: 0, gone: false };
  const transport = { kind: 'transport' as const, what: 'listed' };
  const events = [
    { ...transport, wall: 1000 },
    { ...command, wall: 2000 },
    { ...done, wall: 2500 },
    { ...command, wall: 9000 },
    { ...done, wall: 9500 },
    { ...transport, wall: 20_000 },
  ].map((event, seq): PhoneEvent => ({ seq, t: 0, stream: 1, ...event }));
  expect((await tallyOf('slow', events)).seconds).toBe(7.5);
});

it('takes a phone that nobody spoke to for silent only where no failure says why', async () => {
  expect((await tallyOf('quiet', [])).silent).toEqual(['quiet#0']);
  expect((await tallyOf('broken', [], { fault: 'agent' })).silent).toEqual([]);
  expect((await tallyOf('out', [], { fault: 'model' })).silent).toEqual([]);
  const { episodes } = await tallyOf('broken-too', [], { fault: 'agent' });
  expect(episodes).toEqual(['broken-too#0']);
});

async function tallyOf(
  item: string,
  events: readonly PhoneEvent[],
  end: { readonly fault?: string } = {},
): Promise<PhoneTally> {
  const key = { item, repeat: 0 };
  const file = `${attemptFilePath(folder, key, 1)}.phone.jsonl`;
  await mkdir(dirname(file), { recursive: true });
  using writer = PhoneLogWriter.create(file, HEADER);
  for (const event of events) writer.append(event);
  const index = { directory: folder, items: new Map([[`${item}#0`, { key, attempt: 1, end }]]) };
  return tallyPhoneUse(index as unknown as RunIndex, { signal: new AbortController().signal });
}
