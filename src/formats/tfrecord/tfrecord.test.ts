import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import {
  protobufVarint,
  tfExample,
  tfRecord,
  writeTfRecords,
  type FieldValues,
} from '../../testing/datasets/write-tfrecords.js';
import { crc32c, maskedCrc32c } from './crc32c.js';
import { ProtobufFault, ProtobufReader } from './protobuf.js';
import { readTfRecords, type TfRecordEntry } from './read-tfrecords.js';
import { scanTfRecords } from './scan-tfrecords.js';
import { TfExample, type TfFeature } from './tf-example.js';
import { TfRecordError } from './tfrecord-error.js';
import { TfRecordShards } from './tfrecord-shards.js';

const signal = new AbortController().signal;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder({ onDisk: true });
});
afterAll(async () => folder[Symbol.asyncDispose]());

const path = (name: string): string => join(folder.path, name);

async function listOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

async function write(name: string, content: Uint8Array): Promise<string> {
  await writeFile(path(name), content);
  return path(name);
}

/** What was read, in short: the record's text, or what is wrong with it. */
function shown(entries: readonly TfRecordEntry[]): string[] {
  return entries.map((entry) =>
    entry.type === 'record' ? entry.bytes.toString() : `${entry.error.problem} at ${entry.offset}`,
  );
}

describe('crc32c', () => {
  // The values of RFC 3720, appendix B.4.
  it.each([
    ['32 zeros', Buffer.alloc(32), 0x8a9136aa],
    ['32 bytes of ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
    ['0 to 31', Buffer.from(Array.from({ length: 32 }, (_, index) => index)), 0x46dd794e],
    ['31 to 0', Buffer.from(Array.from({ length: 32 }, (_, index) => 31 - index)), 0x113fdb5c],
    ['the usual check', Buffer.from('123456789'), 0xe3069283],
    ['nothing', Buffer.alloc(0), 0],
  ])('is the published one for %s', (_, bytes, expected) => {
    expect(crc32c(bytes)).toBe(expected);
  });

  it('is the same in any larger buffer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(9), (bytes, shift) => {
        const moved = new Uint8Array(bytes.length + shift);
        moved.set(bytes, shift);
        let slow = -1;
        for (const byte of bytes) {
          slow ^= byte;
          for (let bit = 0; bit < 8; bit += 1)
            slow = (slow & 1) === 1 ? (slow >>> 1) ^ 0x82f63b78 : slow >>> 1;
        }
        expect(crc32c(moved.subarray(shift))).toBe((slow ^ -1) >>> 0);
      }),
    );
  });
});

describe('readTfRecords', () => {
  it.each([false, true])('reads back what was written, gzip: %s', async (gzip) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 6 }), async (records) => {
        await writeTfRecords(path('any'), records, { gzip });
        const entries = await listOf(readTfRecords(path('any'), { signal }));
        expect(entries.map((entry) => (entry.type === 'record' ? [...entry.bytes] : entry.error))).toEqual(
          records.map((record) => [...record]),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('takes a plain file for one whose first record has the length that gzip files begin with', async () => {
    await writeTfRecords(path('alike'), [new Uint8Array(0x8b1f)]);
    const [entry] = await listOf(readTfRecords(path('alike'), { signal }));
    expect(entry?.type).toBe('record');
  });

  const first = tfRecord(Buffer.from('first'));
  const second = tfRecord(Buffer.from('second'));
  const third = tfRecord(Buffer.from('third'));
  const damaged = (record: Buffer, at: number): Buffer => {
    const copy = Buffer.from(record);
    copy.writeUInt8(copy.readUInt8(at) ^ 0x40, at);
    return copy;
  };

  it.each([
    ['whole files', [first, second, third], ['first', 'second', 'third']],
    ['an empty file', [], []],
    [
      'damaged bytes, and what follows',
      [first, damaged(second, 13), third],
      ['first', 'checksum at 21', 'third'],
    ],
    ['a damaged checksum, and what follows', [damaged(first, 17), second], ['checksum at 0', 'second']],
    ['a damaged length, and nothing more', [first, damaged(second, 1), third], ['first', 'length at 21']],
    ['a cut header', [first, second.subarray(0, 5)], ['first', 'truncated at 21']],
    ['a cut record', [first, second.subarray(0, 15)], ['first', 'truncated at 21']],
    ['a cut checksum', [first, second.subarray(0, -1)], ['first', 'truncated at 21']],
  ])('tells of %s', async (_, parts, expected) => {
    const content = Buffer.concat(parts);
    for (const file of [await write('plain', content), await write('packed', gzipSync(content))]) {
      expect(shown(await listOf(readTfRecords(file, { signal })))).toEqual(expected);
    }
  });

  it('passes over a record that is too long, and continues', async () => {
    const file = await write('long', Buffer.concat([first, tfRecord(Buffer.alloc(5000)), third]));
    const entries = await listOf(readTfRecords(file, { maxBytes: 100, signal }));
    expect(shown(entries)).toEqual(['first', 'too_large at 21', 'third']);
  });

  it('believes no length beyond the end of the file', async () => {
    const header = Buffer.alloc(12);
    header.writeBigUInt64LE(2n ** 62n, 0);
    header.writeUInt32LE(maskedCrc32c(header.subarray(0, 8)), 8);
    const file = await write('endless', header);
    expect(shown(await listOf(readTfRecords(file, { signal })))).toEqual(['truncated at 0']);
  });

  it('tells of a gzip file that is cut off or damaged', async () => {
    const noise = Buffer.from(Array.from({ length: 9000 }, (_, index) => (index * index * 31) % 251));
    const packed = gzipSync(Buffer.concat([first, tfRecord(noise)]));
    const cut = await write('cut.gz', packed.subarray(0, -40));
    expect(shown(await listOf(readTfRecords(cut, { signal }))).at(-1)).toBe('truncated at 21');
    const bad = Buffer.from(packed);
    bad.fill(0xff, 60, 90);
    const [entry] = (await listOf(readTfRecords(await write('bad.gz', bad), { signal }))).slice(-1);
    expect(entry).toMatchObject({ type: 'broken', error: { code: 'TFRECORD', fault: 'dataset' } });
  });

  it('names file, byte and what to do', async () => {
    const file = await write('named', Buffer.concat([first, damaged(second, 13)]));
    const [, entry] = await listOf(readTfRecords(file, { signal }));
    if (entry?.type !== 'broken') throw new Error('the record was read');
    expect(entry.error.message).toBe(
      `${file}: the bytes do not fit their checksum, in the record at byte 21`,
    );
    expect(entry.error.hint).toContain('Download');
  });

  it('never breaks on arbitrary bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, inside) => {
        const file = await write('noise', inside ? tfRecord(bytes) : bytes);
        for await (const entry of readTfRecords(file, { signal })) {
          if (entry.type === 'broken') expect(entry.error).toBeInstanceOf(TfRecordError);
          else {
            expect(() => {
              try {
                TfExample.read(entry.bytes, { file, offset: entry.offset });
              } catch (error) {
                if (!(error instanceof TfRecordError)) throw error;
              }
            }).not.toThrow();
          }
        }
        for await (const scanned of scanTfRecords(file, { fields: ['episode_id'], signal })) {
          if (scanned.type === 'broken') expect(scanned.error).toBeInstanceOf(TfRecordError);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('ProtobufReader', () => {
  it('reads every 64-bit number that a varint can hold', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(new ProtobufReader(protobufVarint(value)).int64()).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (value) => {
        expect(new ProtobufReader(protobufVarint(value)).varint()).toBe(value);
      }),
    );
  });

  it.each([
    ['a length beyond the end', [0x0a, 0x05, 0x01]],
    ['a varint without end', [0x08, ...Array<number>(11).fill(0xff)]],
    ['field 0', [0x02, 0x00]],
    ['a group', [0x0b]],
    ['half a number', [0x0d, 0x00]],
  ])('refuses %s', (_, bytes) => {
    const reader = new ProtobufReader(Uint8Array.from(bytes));
    expect(() => {
      while (reader.next()) reader.skip();
    }).toThrow(ProtobufFault);
  });
});

const anyValues: fc.Arbitrary<FieldValues> = fc.oneof(
  fc.record({ bytes: fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 4 }) }),
  fc.record({ floats: fc.array(fc.float({ noNaN: true }), { maxLength: 6 }) }),
  fc.record({ integers: fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { maxLength: 6 }) }),
);
const place = { file: 'made', offset: 7 };

describe('TfExample', () => {
  it('holds what was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 12 }), anyValues), (fields) => {
        const example = TfExample.read(tfExample(fields), place);
        expect(example.names().toSorted()).toEqual(Object.keys(fields).toSorted());
        for (const [name, values] of Object.entries(fields)) {
          const feature = example.feature(name);
          if ('bytes' in values) {
            expect(example.blobs(name).map((blob) => [...blob])).toEqual(
              values.bytes.map((blob) => [...Buffer.from(blob)]),
            );
          } else if ('floats' in values) expect(example.floats(name)).toEqual([...values.floats]);
          else expect(feature).toEqual({ type: 'integers', values: values.integers });
        }
      }),
    );
  });

  it('reads numbers that are not packed', () => {
    const float = Buffer.from([0x0d, 0, 0, 0x80, 0x3f]);
    const entry = (name: string, kind: number, list: Buffer): Buffer =>
      Buffer.concat([
        Buffer.from([0x0a, name.length]),
        Buffer.from(name),
        Buffer.from([0x12, list.length + 2, kind, list.length]),
        list,
      ]);
    const parts = [entry('f', 0x12, float), entry('i', 0x1a, Buffer.from([0x08, 5, 0x08, 6]))];
    const list = Buffer.concat(parts.flatMap((part) => [Buffer.from([0x0a, part.length]), part]));
    const example = TfExample.read(Buffer.concat([Buffer.from([0x0a, list.length]), list]), place);
    expect(example.floats('f')).toEqual([1]);
    expect(example.integers('i')).toEqual([5, 6]);
  });

  const example = TfExample.read(
    tfExample({
      goal: { bytes: ['Größe'] },
      raw: { bytes: [Uint8Array.of(0xff)] },
      many: { integers: [1, 2] },
      big: { integers: [2n ** 60n] },
    }),
    place,
  );
  it.each([
    ['a field of another type', () => example.integers('goal'), 'holds no whole numbers'],
    ['a missing field', () => example.text('missing'), 'is missing'],
    ['more than one value', () => example.integer('many'), 'has 2 values'],
    ['bytes that are no text', () => example.text('raw'), 'not UTF-8'],
    ['a number that is too large', () => example.integer('big'), 'more than is counted to'],
  ])('refuses %s, naming field and record', (_, ask, message) => {
    expect(ask).toThrow(TfRecordError);
    expect(ask).toThrow(message);
    expect(ask).toThrow('made: ');
    expect(ask).toThrow('byte 7');
  });

  it('takes texts and numbers for ids', () => {
    expect(example.text('goal')).toBe('Größe');
    expect(example.id('goal')).toBe('Größe');
    expect(example.id('big')).toBe((2n ** 60n).toString());
    expect(example.texts('missing')).toEqual([]);
  });
});

const step = (id: number, size: number): Buffer =>
  tfExample({
    'image/encoded': { bytes: [Buffer.alloc(size, id)] },
    episode_id: { bytes: [`e${id}`] },
    step_id: { integers: [id] },
    'a/long/list': { floats: Array.from({ length: 6000 }, (_, index) => index / 7) },
  });

describe('scanTfRecords', () => {
  it.each([false, true])('finds ids behind long fields, gzip: %s', async (gzip) => {
    const records = [0, 1, 2, 3].map((id) => step(id, id * 300_000));
    await writeTfRecords(path('steps'), records, { gzip });
    const scanned = await listOf(scanTfRecords(path('steps'), { fields: ['episode_id', 'step_id'], signal }));
    const read = await listOf(readTfRecords(path('steps'), { signal }));
    expect(
      scanned.map((entry) =>
        entry.type === 'record'
          ? [
              entry.offset,
              entry.length,
              entry.checksum,
              entry.example.text('episode_id'),
              entry.example.integer('step_id'),
            ]
          : entry.error,
      ),
    ).toEqual(
      read.map((entry, index) =>
        entry.type === 'record'
          ? [entry.offset, entry.bytes.length, maskedCrc32c(entry.bytes), `e${index}`, index]
          : entry.error,
      ),
    );
  });

  it('agrees with the whole reader on any fields', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'id'), anyValues), { maxLength: 4 }),
        async (list) => {
          await writeTfRecords(path('fields'), list.map(tfExample));
          const scanned = await listOf(scanTfRecords(path('fields'), { fields: ['id', 'b'], signal }));
          const read = await listOf(readTfRecords(path('fields'), { signal }));
          expect(scanned).toHaveLength(read.length);
          for (const [index, entry] of read.entries()) {
            const other = scanned[index];
            if (entry.type !== 'record' || other?.type !== 'record') throw new Error('a record is broken');
            const whole = TfExample.read(entry.bytes, { file: 'x', offset: entry.offset });
            for (const name of ['id', 'b']) {
              expect(plain(other.example.feature(name))).toEqual(plain(whole.feature(name)));
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('tells of the last record when the file is cut, and of one that is no example', async () => {
    const content = Buffer.concat([
      tfRecord(Buffer.from('no example')),
      tfRecord(step(1, 10)),
      tfRecord(step(2, 10)),
    ]);
    const file = await write('short', content.subarray(0, -2));
    const scanned = await listOf(scanTfRecords(file, { fields: ['episode_id'], signal }));
    expect(scanned.map((entry) => (entry.type === 'record' ? 'record' : entry.error.problem))).toEqual([
      'message',
      'record',
      'truncated',
    ]);
  });

  it.each([false, true])('comes to an end wherever the file is cut, gzip: %s', async (gzip) => {
    const records = [1, 2, 3].map((id) =>
      tfRecord(
        tfExample({ 'image/encoded': { bytes: [Buffer.alloc(20, id)] }, episode_id: { bytes: [`e${id}`] } }),
      ),
    );
    const content = Buffer.concat(records);
    const ends = records.map((_, index) => Buffer.concat(records.slice(0, index + 1)).length);
    for (let length = 1; length < content.length; length += 1) {
      const part = content.subarray(0, length);
      const file = await write(`cut-${gzip}`, gzip ? gzipSync(part) : part);
      // A field that is nowhere: all of each record is gone through.
      const scanned = await listOf(scanTfRecords(file, { fields: ['episode_id', 'nowhere'], signal }));
      const sound = ends.filter((end) => end <= length).length;
      expect(scanned.filter(({ type }) => type === 'record')).toHaveLength(sound);
      const broken = scanned.flatMap((entry) => (entry.type === 'broken' ? [entry.error.problem] : []));
      expect(broken).toEqual(ends.includes(length) ? [] : ['truncated']);
    }
  });
});

/** Without the difference between a buffer and any other bytes. */
function plain(feature: TfFeature | undefined): unknown {
  return feature?.type === 'bytes' ? feature.values.map((value) => [...value]) : feature;
}

describe('TfRecordShards', () => {
  it.each([false, true])('reads records in any order, gzip: %s', async (gzip) => {
    const records = Array.from({ length: 12 }, (_, index) =>
      Buffer.from(`record ${index} ${'x'.repeat(index * 50)}`),
    );
    await writeTfRecords(path('shard'), records, { gzip });
    const offsets = (await listOf(readTfRecords(path('shard'), { signal }))).map(({ offset }) => offset);
    await using shards = new TfRecordShards({ keptBytes: 600, signal });
    const order = [3, 3, 0, 11, 5, 6, 1, 11];
    const read = await Promise.all(
      order.map(async (index) => shards.read({ file: path('shard'), offset: offsets[index] ?? -1 })),
    );
    expect(read.map(String)).toEqual(order.map((index) => records[index]?.toString()));
  });

  it('tells of damage where the record is, and reads the others', async () => {
    await writeTfRecords(path('hurt'), [Buffer.from('one'), Buffer.from('two')]);
    const content = await readFile(path('hurt'));
    content.writeUInt8(0, 13);
    await writeFile(path('hurt'), content);
    await using shards = new TfRecordShards({ signal });
    await expect(shards.read({ file: path('hurt'), offset: 0 })).rejects.toMatchObject({
      problem: 'checksum',
    });
    expect(String(await shards.read({ file: path('hurt'), offset: 19 }))).toBe('two');
    await expect(shards.read({ file: path('hurt'), offset: 99 })).rejects.toMatchObject({
      problem: 'truncated',
    });
    await expect(shards.read({ file: path('absent'), offset: 0 })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });
});
