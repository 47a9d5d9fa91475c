import { statSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TouchstoneError } from '../../errors.js';
import { FileUnreadableError } from '../../files/file-errors.js';
import { runStartEvent } from '../../testing/run-fakes/run-events.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { JournalEventSchema, type JournalEvent, type JournalEventOf } from './journal/event.js';
import { decodeLine, encodeLine } from './journal/event-line.js';
import { EventFileWriter } from './journal/event-file-writer.js';
import { readEvents, type EventFileEnd } from './journal/read-events.js';
import { JournalDamagedError, JournalWriteError, NotARunError, RunVersionError } from './run-errors.js';
import { listJournals, readJournal } from './run-folder.js';

const START = runStartEvent();
const END: JournalEvent = {
  type: 'run-end',
  at: '2025-01-01T00:00:01.000Z',
  status: 'complete',
  finished: 0,
  durationMs: 1000,
};
const TASK: JournalEventOf<'task'> = {
  type: 'task',
  at: '2025-01-01T00:00:00.500Z',
  task: {
    id: 'ä"\n\ud800',
    instructions: { en: 'go' },
    apps: [],
    tags: [],
    milestones: [],
    evaluators: [],
  },
};

async function readAll(file: string): Promise<{ events: JournalEvent[]; end: EventFileEnd | null }> {
  const events: JournalEvent[] = [];
  let end: EventFileEnd | null = null;
  for await (const { event } of readJournal(file, { onEnd: (found) => (end = found) })) events.push(event);
  return { events, end };
}

function lines(...events: readonly { readonly type: string }[]): string {
  return events.map((event, index) => encodeLine(event, index)).join('');
}

describe('an event line', () => {
  it('gives back any JSON value it was written from', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, sequence) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const line = Buffer.from(encodeLine({ type: 'task', value: plain } as { type: string }, sequence));
        expect(decodeLine(line.subarray(0, -1), () => true)).toEqual({
          sequence,
          type: 'task',
          value: { type: 'task', value: plain },
        });
      }),
    );
  });

  it('is plain JSON with the checksum first', () => {
    const line = encodeLine(END, 7);
    expect(JSON.parse(line)).toEqual({ checksum: line.slice(13, 21), sequence: 7, ...END });
  });

  it('begins with checksum, sequence and type, wherever the event has its type', () => {
    const { type, ...rest } = END;
    const [first, last] = [encodeLine({ type, ...rest }, 12), encodeLine({ ...rest, type }, 12)];
    expect(first).toMatch(/^\{"checksum":"[0-9a-f]{8}","sequence":12,"type":"run-end","at":"2025/);
    expect(last).toBe(first);
  });

  it('is not parsed where its type is not wanted', () => {
    const asked: string[] = [];
    const line = Buffer.from(encodeLine(END, 123)).subarray(0, -1);
    const decoded = decodeLine(line, (type) => {
      asked.push(type);
      return false;
    });
    expect(decoded).toEqual({ sequence: 123, type: 'run-end', value: undefined });
    expect(asked).toEqual(['run-end']);
  });

  it('is not parsed where the item or the mode that it begins with is not wanted', () => {
    const result = { mode: 'reference', scores: [], success: true, completion: null };
    const score = { type: 'score', at: END.at, item: 'a"ä', repeat: 1, writer: 'main', attempt: 2, result };
    const line = Buffer.from(`x${encodeLine(score, 123)}`);
    const bounds = { start: 1, end: line.length - 1 };
    const asked: unknown[] = [];
    const decoded = decodeLine(
      line,
      (type, start) => {
        asked.push(type, start.item(), start.mode());
        return false;
      },
      bounds,
    );
    expect(decoded).toEqual({ sequence: 123, type: 'score', value: undefined });
    expect(asked).toEqual(['score', 'a"ä', 'reference']);
    expect(decodeLine(line, () => true, bounds)).toEqual({ sequence: 123, type: 'score', value: score });
    const unlike = { type: 'score', at: END.at, result, item: 'a' };
    const other = encodeLine(unlike, 1);
    decodeLine(Buffer.from(other).subarray(0, -1), (_, start) => {
      asked.splice(0, 3, start.item(), start.mode());
      return false;
    });
    expect(asked).toEqual([null, null]);
  });

  it('may have its entries in another order, and is then read whole', () => {
    const text = '"mood":{"sequence":9,"type":"task"},"sequence":4,"type":"run-end"}';
    const line = Buffer.from(checksummed(text)).subarray(0, -1);
    const value = { type: 'run-end', mood: { sequence: 9, type: 'task' } };
    expect(decodeLine(line, () => false)).toEqual({ sequence: 4, type: 'run-end', value });
  });

  it.each([
    ['', 'is no event: it does not begin with a checksum'],
    ['{"checksum":"', 'is no event: it does not begin with a checksum'],
    [checksummed('}'), 'is no event: it does not begin with a checksum'],
    [checksummed('x}'), 'is not JSON'],
    [
      encodeLine(END, 1).replace('{"checksum":"', '{"checksam":"'),
      'is no event: it does not begin with a checksum',
    ],
    [encodeLine(END, 1).replace('",', '";'), 'does not match its checksum'],
    [encodeLine(END, 1).replace('2025', '2026'), 'does not match its checksum'],
    [checksummed('"sequence":"1","type":"task"}'), 'has no sequence number'],
    [checksummed('"sequence":1.5,"type":"task"}'), 'has no sequence number'],
    [checksummed('"type":"task"}'), 'has no sequence number'],
    [checksummed('"sequence":1,"type":7}'), 'has no type'],
    [checksummed('"sequence":1}'), 'has no type'],
  ])('says of %j why it is none', (text, problem) => {
    expect(decodeLine(Buffer.from(text.trimEnd()), () => true)).toBe(problem);
  });

  it('is refused when any one byte of it is changed', () => {
    const line = Buffer.from(encodeLine(TASK, 1)).subarray(0, -1);
    for (let index = 0; index < line.length; index += 1) {
      const changed = Buffer.from(line);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(decodeLine(changed, () => true)).toBeTypeOf('string');
    }
  });
});

describe('EventFileWriter', () => {
  it('writes events in order and commits many waits with one sync', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'journal-main.jsonl');
    const writer = await EventFileWriter.create<JournalEvent>(file, START);
    const before = writer.syncs;
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        writer.append(TASK);
        await writer.commit();
      }),
    );
    expect(before).toBe(1);
    expect(writer.syncs - before).toBeGreaterThanOrEqual(1);
    expect(writer.syncs - before).toBeLessThanOrEqual(2);
    const { syncs } = writer;
    await writer.close();
    await writer.close();
    // Everything was on disk already.
    expect(writer.syncs).toBe(syncs);
    const { events, end } = await readAll(file);
    expect(events).toEqual([START, ...Array.from({ length: 100 }, () => TASK)]);
    expect(end).toEqual({
      goodBytes: (await readFile(file)).length,
      tornBytes: 0,
      lines: 101,
      unknown: 0,
    });
  });

  it('cuts the torn tail off before it continues', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'journal-main.jsonl');
    await writeFile(file, `${lines(START, TASK)}{"checksum":"12`);
    const { end } = await readAll(file);
    expect(end).toMatchObject({ tornBytes: 15, lines: 2 });
    if (end === null) throw new Error('no end');
    {
      await using writer = await EventFileWriter.continue<JournalEvent>(file, end);
      writer.append(END);
    }
    expect((await readAll(file)).events).toEqual([START, TASK, END]);
  });

  const round = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('passes what it holds to the system at the end of the round, without a sync', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'journal-main.jsonl');
    await using writer = await EventFileWriter.create<JournalEvent>(file, START);
    writer.append(TASK);
    writer.writeSoon();
    writer.writeSoon();
    expect(statSync(file).size).toBe(Buffer.byteLength(lines(START)));
    await round();
    expect((await readAll(file)).events).toEqual([START, TASK]);
    writer.append(END);
    writer.writeSoon();
    await round();
    expect((await readAll(file)).events).toEqual([START, TASK, END]);
    expect(writer.syncs).toBe(1);
  });

  it('keeps what was appended last when it is closed, and then takes nothing more', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'journal-main.jsonl');
    const writer = await EventFileWriter.create<JournalEvent>(file, START);
    writer.append(TASK);
    writer.writeSoon();
    await writer.close();
    expect(writer.syncs).toBe(2);
    expect((await readAll(file)).events).toEqual([START, TASK]);
    writer.writeSoon();
    await round();
    expect(() => writer.append(END)).toThrow(`${file} was closed before the last event`);
    expect((await readAll(file)).events).toEqual([START, TASK]);
  });

  it('says which file cannot be made or gone on with', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'none', 'journal-main.jsonl');
    for (const work of [
      () => EventFileWriter.create<JournalEvent>(file, START),
      () => EventFileWriter.continue<JournalEvent>(file, { goodBytes: 0, tornBytes: 0, lines: 0 }),
    ]) {
      const error: unknown = await work().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(JournalWriteError);
      expect(error).toMatchObject({ code: 'JOURNAL_WRITE', fault: 'environment', place: { file } });
    }
  });

  it.runIf(process.platform === 'linux')('gives its descriptor back', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'journal-main.jsonl');
    const open = async (): Promise<number> => {
      const names = await readdir('/proc/self/fd');
      const targets = await Promise.all(
        names.map((name) => readlink(join('/proc/self/fd', name)).catch(() => '')),
      );
      return targets.filter((target) => target.startsWith(folder.path)).length;
    };
    const writer = await EventFileWriter.create<JournalEvent>(file, START);
    expect(await open()).toBe(1);
    await writer.close();
    expect(await open()).toBe(0);
    await readAll(file);
    expect(await open()).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'tells of a failure in the background at the next call',
    async () => {
      const empty = { goodBytes: 0, tornBytes: 0, lines: 0 };
      const writer = await EventFileWriter.continue<JournalEvent>('/dev/full', empty);
      writer.append(START);
      writer.writeSoon();
      await round();
      expect(() => writer.append(TASK)).toThrow(JournalWriteError);
      await expect(writer.commit()).rejects.toMatchObject({
        place: { file: '/dev/full' },
        cause: expect.objectContaining({ code: 'ENOSPC' }) as unknown,
      });
      writer.writeSoon();
      await round();
      await writer.close();
    },
  );

  it('refuses to write over a file that is there', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'journal-main.jsonl');
    await writeFile(file, '');
    await expect(EventFileWriter.create(file, START)).rejects.toThrow(JournalWriteError);
    expect(await readdir(folder.path)).toEqual(['journal-main.jsonl']);
  });

  it.runIf(process.platform === 'linux')(
    'tells everybody who waits when the disk is full, and takes nothing more',
    async () => {
      const empty = { goodBytes: 0, tornBytes: 0, lines: 0 };
      const writer = await EventFileWriter.continue<JournalEvent>('/dev/full', empty);
      writer.append(START);
      const waits = await Promise.allSettled([writer.commit(), writer.commit()]);
      expect(waits.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(() => writer.append(TASK)).toThrow(JournalWriteError);
      await expect(writer.commit()).rejects.toThrow(JournalWriteError);
      await writer.close();
    },
  );
});

describe('readJournal', () => {
  async function withFile<T>(content: string | Buffer, use: (file: string) => Promise<T>): Promise<T> {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'journal-main.jsonl');
    await writeFile(file, content);
    return await use(file);
  }

  it('cuts off a tail that is torn at any byte', async () => {
    const whole = Buffer.from(lines(START, TASK, END));
    const kept = Buffer.byteLength(lines(START));
    for (let length = kept; length < whole.length; length += 1) {
      const { events, end } = await withFile(whole.subarray(0, length), readAll);
      const good = Buffer.byteLength(lines(...events));
      expect(end).toMatchObject({ goodBytes: good, tornBytes: length - good });
      expect([1, 2]).toContain(events.length);
    }
  });

  it.each([
    ['zeros, as a power cut leaves them', Buffer.alloc(5000)],
    ['zeros with newlines', Buffer.from('\0\0\n\0\0\n')],
    ['a whole line with a wrong checksum', Buffer.from(encodeLine(TASK, 2).replace('go', 'no'))],
    ['a line without a newline', Buffer.from(encodeLine(TASK, 2).trimEnd())],
  ])('cuts off a tail of %s', async (_name, tail) => {
    const content = Buffer.concat([Buffer.from(lines(START, TASK)), tail]);
    const { events, end } = await withFile(content, readAll);
    expect(events).toEqual([START, TASK]);
    expect(end).toMatchObject({ tornBytes: tail.length });
  });

  it.each([
    [
      'a wrong checksum',
      `${lines(START)}${encodeLine(TASK, 1).replace('go', 'no')}${encodeLine(END, 2)}`,
      2,
      /checksum/,
    ],
    ['garbage', `${lines(START)}garbage\n${encodeLine(END, 1)}`, 2, /no event/],
    ['a lost line', `${lines(START)}${encodeLine(END, 2)}`, 2, /event 1 belongs/],
    ['a repeated line', `${lines(START)}${encodeLine(TASK, 1)}${encodeLine(TASK, 1)}`, 3, /event 2 belongs/],
    ['a second first event', lines(START, START), 2, /second run-start/],
    ['an event of the wrong shape', lines(START, { ...END, finished: -1 } as JournalEvent), 2, /finished/],
  ])('names file and line of %s before the end', async (_name, content, line, message) => {
    await withFile(content, async (file) => {
      const error: unknown = await readAll(file).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(JournalDamagedError);
      const { place, hint } = error as JournalDamagedError;
      expect(place).toMatchObject({ file, line });
      expect(String(error)).toMatch(message);
      expect(hint).toMatch(/copy/);
    });
  });

  it('refuses a newer format, and says so even where its lines look different', async () => {
    const newer = encodeLine({ ...START, formatVersion: 2 } as unknown as JournalEvent, 0);
    await expect(withFile(newer, readAll)).rejects.toThrow(RunVersionError);
    await expect(withFile('{"formatVersion":3}\n', readAll)).rejects.toThrow(RunVersionError);
  });

  it('passes over unknown fields and unknown kinds of events of the same version', async () => {
    const future = { type: 'hologram', at: END.at } as unknown as JournalEvent;
    const wider = { ...END, mood: 'fine' } as JournalEvent;
    const { events, end } = await withFile(lines(START, future, wider), readAll);
    expect(events).toEqual([START, END]);
    expect(end).toMatchObject({ unknown: 1 });
  });

  it('says with which version a newer format was written', async () => {
    const refusal = {
      code: 'RUN_VERSION',
      fault: 'user',
      hint: 'Update Touchstone, or read the run with the version that wrote it.',
    };
    for (const [content, version] of [
      [encodeLine({ ...START, formatVersion: 2 } as unknown as JournalEvent, 0), 2],
      ['{"formatVersion":3}\n', 3],
      // Of another first event, too: what a later version begins with is not known.
      [encodeLine({ ...END, formatVersion: 4 } as JournalEvent, 0), 4],
    ] as const) {
      await withFile(content, async (file) => {
        await expect(readAll(file)).rejects.toMatchObject({
          ...refusal,
          place: { file, line: 1 },
          message: `${file}:1: Run format version ${version} is newer than 1, the newest this Touchstone reads`,
        });
      });
    }
  });

  it.each([
    ['', 'The file holds no complete event', undefined],
    [lines(START).slice(0, 50), 'The file holds no complete event', undefined],
    ['{"formatVersion":3}', 'The file holds no complete event', undefined],
    ['{"formatVersion":1}\n', 'The first line is no run-start event', 1],
    ['{"formatVersion":"3"}\n', 'The first line is no run-start event', 1],
    ['null\n', 'The first line is no run-start event', 1],
    ['7\n', 'The first line is no run-start event', 1],
    ['text\n', 'The first line is no run-start event', 1],
    [encodeLine(END, 0), 'The first event is run-end, not run-start', 1],
  ])('says why %j is no run, and what would be', async (content, message, line) => {
    await withFile(content, async (file) => {
      const place = line === undefined ? { file } : { file, line };
      const error: unknown = await readAll(file).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(NotARunError);
      expect(error).toMatchObject({ code: 'NOT_A_RUN', fault: 'user' });
      const { place: found, hint, message: said } = error as NotARunError;
      expect(found).toEqual(place);
      expect(said).toBe(`${line === undefined ? file : `${file}:1`}: ${message}`);
      expect(hint).toBe(
        line === undefined
          ? 'The run stopped before anything was saved: start it again.'
          : 'Name the folder of a run made by `touchstone run`.',
      );
    });
  });

  it('names the entry that is not as it must be', async () => {
    const wrong = lines(START, { ...TASK, task: { ...TASK.task, apps: ['a', 7] } } as never);
    await withFile(wrong, async (file) => {
      await expect(readAll(file)).rejects.toMatchObject({
        code: 'JOURNAL_DAMAGED',
        fault: 'dataset',
        place: { file, line: 2, path: ['task', 'apps', 1] },
        message: expect.stringMatching(
          /:2 at task\.apps\[1\]: The task event is not as it must be: .*string/,
        ),
        hint: expect.stringMatching(/^Restore the file from a copy; or cut it before this line/),
      });
    });
  });

  it('says what is wrong with a line before the end', async () => {
    for (const [content, message] of [
      [
        `${lines(START)}garbage\n${encodeLine(END, 1)}`,
        'Line is no event: it does not begin with a checksum',
      ],
      [`${lines(START)}\n\n${encodeLine(END, 1)}`, 'Line is no event: it does not begin with a checksum'],
      [
        `${lines(START)}${encodeLine(END, 2)}`,
        'Event 2 stands where event 1 belongs: lines are missing or were moved',
      ],
      [lines(START, START), 'A second run-start event'],
    ] as const) {
      await withFile(content, async (file) => {
        await expect(readAll(file)).rejects.toMatchObject({ message: `${file}:2: ${message}` });
      });
    }
  });

  it('gives the events before a damaged line before it says so', async () => {
    const broken = { ...END, finished: -1 } as JournalEvent;
    await withFile(lines(START, TASK, broken, END), async (file) => {
      const found: string[] = [];
      await expect(async () => {
        for await (const { event } of readJournal(file)) found.push(event.type);
      }).rejects.toMatchObject({ place: { file, line: 3 } });
      expect(found).toEqual(['run-start', 'task']);
    });
  });

  it('gives the events of some lines in the middle, under their numbers', async () => {
    const content = lines(START, TASK, TASK, END, TASK);
    const offset = Buffer.byteLength(lines(START, TASK));
    const end = Buffer.byteLength(lines(START, TASK, TASK, END));
    await withFile(content, async (file) => {
      const found: unknown[] = [];
      for await (const { event, ...place } of readJournal(file, { range: { line: 3, offset, end } })) {
        found.push([event.type, place.line, place.offset]);
      }
      expect(found).toEqual([
        ['task', 3, offset],
        ['run-end', 4, Buffer.byteLength(lines(START, TASK, TASK))],
      ]);
      const moved = readJournal(file, { range: { line: 2, offset, end } });
      await expect(moved.next()).rejects.toMatchObject({ code: 'JOURNAL_DAMAGED', place: { line: 2 } });
    });
  });

  it('gives only the types asked for, and counts the others as good', async () => {
    await withFile(lines(START, TASK, { ...END, finished: -1 } as JournalEvent, TASK), async (file) => {
      const found: [string, number][] = [];
      let end: EventFileEnd | null = null;
      const options = { types: ['task'] as const, onEnd: (last: EventFileEnd) => (end = last) };
      for await (const { event, line } of readJournal(file, options)) found.push([event.type, line]);
      // What is not wanted is checked by its checksum alone.
      expect(found).toEqual([
        ['task', 2],
        ['task', 4],
      ]);
      expect(end).toMatchObject({ lines: 4, unknown: 0, tornBytes: 0 });
      await expect(readAll(file)).rejects.toThrow(JournalDamagedError);
    });
  });

  it('refuses a first event of another kind and a second first one, wanted or not', async () => {
    const readTasks = async (file: string): Promise<void> => {
      for await (const { event } of readJournal(file, { types: ['task'] })) expect(event.type).toBe('task');
    };
    await expect(withFile(lines(END, TASK), readTasks)).rejects.toThrow(/first event is run-end/);
    await expect(withFile(lines(START, START), readTasks)).rejects.toThrow(/second run-start/);
    await expect(withFile(lines({ ...START, formatVersion: 2 } as never, TASK), readTasks)).rejects.toThrow(
      RunVersionError,
    );
  });

  it('reads lines that lie across chunks, and stops when it is aborted', async () => {
    const { task } = TASK;
    const long = { ...TASK, task: { ...task, instructions: { en: 'ä'.repeat(200_000) } } };
    await withFile(lines(START, long, TASK, long, long, END), async (file) => {
      const { events, end } = await readAll(file);
      expect(events).toEqual([START, long, TASK, long, long, END]);
      expect(end).toEqual({ goodBytes: (await readFile(file)).length, tornBytes: 0, lines: 6, unknown: 0 });
      const controller = new AbortController();
      const reading = readJournal(file, { signal: controller.signal });
      await reading.next();
      controller.abort(new Error('enough'));
      await expect(
        (async () => {
          for await (const { line } of reading) expect(line).toBeLessThan(6);
        })(),
      ).rejects.toThrow('enough');
    });
  });

  it('says which file cannot be read, and why', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'journal-x.jsonl');
    await expect(readAll(file)).rejects.toMatchObject({
      code: 'NOT_A_RUN',
      place: { file },
      message: `${file}: The file cannot be read (ENOENT)`,
      hint: 'Name the folder of a run: the one with a journal-*.jsonl file in it.',
      cause: expect.any(FileUnreadableError) as unknown,
    });
  });

  it.each([
    ['an empty file', ''],
    ['half a first line', lines(START).slice(0, 50)],
    ['another format', '{"hello":"world"}\n'],
    ['text', 'one\ntwo\n'],
    ['a journal that begins in the middle', encodeLine(END, 0)],
  ])('says that %s is no run', async (_name, content) => {
    await expect(withFile(content, readAll)).rejects.toThrow(NotARunError);
  });

  it('says that a missing file or folder is no run', async () => {
    await using folder = await temporaryFolder();
    await expect(readAll(join(folder.path, 'journal-x.jsonl'))).rejects.toThrow(NotARunError);
    await expect(listJournals(join(folder.path, 'none'))).rejects.toThrow(NotARunError);
    await expect(listJournals(folder.path)).rejects.toThrow(/no journal/);
    await appendFile(join(folder.path, 'file'), '');
    await expect(listJournals(join(folder.path, 'file'))).rejects.toThrow(/not the folder/);
    await mkdir(join(folder.path, 'journal-dir.jsonl'));
    await expect(readAll(join(folder.path, 'journal-dir.jsonl'))).rejects.toThrow(NotARunError);
  });

  it('does not hold a line that is longer than the limit', async () => {
    const long = `${lines(START)}${'x'.repeat(100_000)}\n${encodeLine(END, 1)}`;
    await withFile(long, async (file) => {
      const events = readEvents(file, {
        schema: JournalEventSchema,
        known: new Set(['run-start', 'run-end']),
        first: 'run-start',
        maxLineBytes: 10_000,
      });
      await expect(async () => {
        for await (const { line } of events) expect(line).toBe(1);
      }).rejects.toThrow(/longer than 10000 bytes/);
    });
  });

  it('refuses groups nested without end with a typed error', async () => {
    // JSON.stringify would exhaust the stack as well.
    const opened = '{"id":"g","type":"group","order":"ordered","children":[';
    const body = `${opened.repeat(20_000)}{"id":"m","type":"screen","screens":["a"]}${']}'.repeat(20_000)}`;
    const text = JSON.stringify({ ...TASK }).replace('"milestones":[]', `"milestones":[${body}]`);
    const line = checksummed(`"sequence":1,${text.slice(1)}`);
    const error: unknown = await withFile(`${lines(START)}${line}${encodeLine(END, 2)}`, readAll).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(JournalDamagedError);
  });

  it('answers any bytes with events or a typed error', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...[START, TASK, END].map((event, index) => encodeLine(event, index))),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\n', '{"checksum":"', '"}\n', '\0', '{"formatVersion":1}\n'),
      fc.tuple(fc.nat(3), fc.nat(300)).map(([sequence, cut]) => encodeLine(TASK, sequence).slice(0, cut)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.boolean(), async (pieces, begun) => {
        const content = `${begun ? lines(START) : ''}${pieces.join('')}`;
        const outcome = await withFile(content, readAll).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(TouchstoneError);
        else expect(outcome).toHaveProperty('end.lines');
      }),
      { numRuns: 200 },
    );
  });
});

/** A line around a body that JSON.stringify cannot make. */
function checksummed(rest: string): string {
  return `{"checksum":"${crc32(rest).toString(16).padStart(8, '0')}",${rest}\n`;
}
