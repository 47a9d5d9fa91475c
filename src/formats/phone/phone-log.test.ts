import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PhoneEvent, PhoneLogHeader } from './phone-event.js';
import {
  NotAPhoneLogError,
  PhoneLogDamagedError,
  PhoneLogVersionError,
  PhoneLogWriteError,
} from './phone-log-errors.js';
import { PhoneLogWriter } from './phone-log-writer.js';
import { loadPhoneLog, readPhoneLog } from './read-phone-log.js';

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
    apps: [{ package: 'com.example', name: null, activity: null, isSystem: true }],
    startsAt: 0,
    timeZone: 'UTC',
    locale: 'en-US',
    hasWaits: false,
  },
  options: { adbKeyboard: 'installed' },
  limits: { maxActions: 30 },
  world: null,
  task: 'any',
  repeat: 0,
  seed: 1,
  state: 'home',
};

const command = (seq: number): PhoneEvent => ({
  seq,
  t: 1,
  wall: 2,
  stream: 1,
  kind: 'command',
  service: `shell:echo "é\n" ${seq}`,
});

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-phone-log-'));
});
afterAll(() => rm(folder, { recursive: true }));

function newFile(): string {
  count += 1;
  return join(folder, `${count}.jsonl`);
}

/** A log of three events, with its lines changed. */
async function altered(change: (lines: string[]) => string[] | string): Promise<string> {
  const file = newFile();
  using writer = PhoneLogWriter.create(file, HEADER);
  for (const seq of [0, 1, 2]) writer.append(command(seq));
  const lines = (await readFile(file, 'utf8')).split('\n');
  const changed = change(lines);
  await writeFile(file, typeof changed === 'string' ? changed : changed.join('\n'));
  return file;
}

describe('PhoneLogWriter', () => {
  it('writes what is read back', async () => {
    const file = await altered((lines) => lines);
    expect(await loadPhoneLog(file)).toEqual({ header: HEADER, events: [0, 1, 2].map(command) });
  });

  it('makes a new file only, and says which', () => {
    const file = newFile();
    PhoneLogWriter.create(file, HEADER).close();
    expect(() => PhoneLogWriter.create(file, HEADER)).toThrow(PhoneLogWriteError);
    expect(() => PhoneLogWriter.create(join(folder, 'none', 'x'), HEADER)).toThrow(/none/);
  });

  it('takes nothing once it is closed', async () => {
    const file = newFile();
    const writer = PhoneLogWriter.create(file, HEADER);
    writer.close();
    writer.close();
    writer.append(command(0));
    expect((await loadPhoneLog(file)).events).toEqual([]);
  });

  it('has written every event when its process is killed', async () => {
    const file = newFile();
    const script = `
      import { PhoneLogWriter } from ${JSON.stringify(new URL('phone-log-writer.ts', import.meta.url).href)};
      const writer = PhoneLogWriter.create(process.argv[1], ${JSON.stringify(HEADER)});
      for (let seq = 0; ; seq += 1) {
        writer.append({ ...${JSON.stringify(command(0))}, seq });
        process.stdout.write(seq + '\\n');
        if (seq % 50 === 0) await new Promise((next) => setImmediate(next));
      }`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    child.stdout.on('data', (bytes: Buffer) => {
      told += bytes.toString();
      if (told.length > 2000) child.kill('SIGKILL');
    });
    await new Promise((resolve) => child.on('close', resolve));
    const last = Number(told.trimEnd().split('\n').at(-1));
    const { events } = await loadPhoneLog(file);
    expect(events.length).toBeGreaterThanOrEqual(last);
  });
});

describe('readPhoneLog', () => {
  it('leaves out a last line that a crash cut off, and says how much of it there is', async () => {
    const file = await altered((lines) => [...lines.slice(0, 3), (lines[3] ?? '').slice(0, 20)]);
    const lines = [];
    for await (const line of readPhoneLog(file)) lines.push(line.type);
    expect(lines).toEqual(['header', 'event', 'event', 'torn']);
  });

  it.each([
    [
      'a kind that is an object',
      (lines: string[]) => lines.with(2, '{"seq":1,"kind":{"toString":1,"valueOf":1}}'),
      PhoneLogDamagedError,
      /:3/,
    ],
    [
      'a broken line in the middle',
      (lines: string[]) => lines.with(2, '{"seq":1'),
      PhoneLogDamagedError,
      /:3/,
    ],
    ['a missing line', (lines: string[]) => lines.toSpliced(2, 1), PhoneLogDamagedError, /Event 2 stands/],
    [
      'an event of the wrong shape',
      (lines: string[]) => lines.with(1, '{"seq":0,"t":1,"wall":2,"stream":1,"kind":"command"}'),
      PhoneLogDamagedError,
      /:2 at service/,
    ],
    ['another file', () => '{"name":"graph"}\n', NotAPhoneLogError, /header/],
    ['no JSON', () => 'hello\nworld\n', NotAPhoneLogError, /not JSON/],
    ['an empty file', () => '', NotAPhoneLogError, /empty/],
    [
      'a log of a later version',
      (lines: string[]) => lines.with(0, (lines[0] ?? '').replace('"formatVersion":1', '"formatVersion":2')),
      PhoneLogVersionError,
      /Version 2/,
    ],
  ] as const)('refuses %s with file and line', async (_, change, type, message) => {
    const file = await altered(change);
    await expect(loadPhoneLog(file)).rejects.toThrow(type);
    await expect(loadPhoneLog(file)).rejects.toThrow(message);
    await expect(loadPhoneLog(file)).rejects.toThrow(file);
  });

  it('refuses a file that is not there, and lines beyond all measure', async () => {
    await expect(loadPhoneLog(join(folder, 'nothing'))).rejects.toThrow(NotAPhoneLogError);
    const file = await altered((lines) => lines);
    const read = async () => {
      for await (const _ of readPhoneLog(file, { maxLineBytes: 900 })) count += 0;
    };
    await appendFile(file, `${'x'.repeat(1000)}\n`);
    await expect(read()).rejects.toThrow(/longer than 900/);
  });

  it('passes over kinds that it does not know', async () => {
    const file = await altered((lines) => lines.with(2, '{"seq":1,"kind":"hologram"}'));
    expect((await loadPhoneLog(file)).events.map(({ seq }) => seq)).toEqual([0, 2]);
  });
});
