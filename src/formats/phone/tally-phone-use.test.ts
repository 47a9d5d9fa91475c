import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunIndex } from '../run/run-index.js';
import { attemptFilePath } from '../run/attempt-file-path.js';
import type { PhoneEvent, PhoneLogHeader } from './phone-event.js';
import { PhoneLogWriter } from './phone-log-writer.js';
import { tallyPhoneUse } from './tally-phone-use.js';

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
  const key = { item: 'task', repeat: 0 };
  const file = `${attemptFilePath(folder, key, 1)}.phone.jsonl`;
  await mkdir(dirname(file), { recursive: true });
  using writer = PhoneLogWriter.create(file, HEADER);
  for (const event of events) writer.append(event);
  const index = { directory: folder, items: new Map([['task#0', { key, attempt: 1, end: {} }]]) };
  const tally = await tallyPhoneUse(index as unknown as RunIndex, { signal: new AbortController().signal });
  expect([...tally.unknown].map(([name, { count }]) => [name, count])).toEqual([
    ['broadcast', 2],
    ['nmap', 2],
  ]);
  expect(tally.actions).toBe(0);
});
