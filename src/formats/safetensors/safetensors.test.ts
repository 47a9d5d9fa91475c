import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TouchstoneError } from '../../errors.js';
import { floatTensor, safetensorsBytes, withHeader } from '../../testing/datasets/write-safetensors.js';
import { openSafetensors } from './open-safetensors.js';
import { parseSafetensorsHeader } from './safetensors-header.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-safetensors-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function fileOf(bytes: Uint8Array): Promise<string> {
  count += 1;
  const file = join(folder, `${count}.safetensors`);
  await writeFile(file, bytes);
  return file;
}

async function refusal(bytes: Uint8Array): Promise<TouchstoneError> {
  const file = await fileOf(bytes);
  try {
    await using _ = await openSafetensors(file);
  } catch (error) {
    if (error instanceof TouchstoneError) return error;
    throw error;
  }
  throw new Error('the file was read');
}

const four = { dtype: 'F32', shape: [1] };
const header = (value: unknown): string => JSON.stringify(value);

describe('openSafetensors', () => {
  it('reads back what was written, of any shapes', async () => {
    const tensor = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }).chain((shape) => {
      const length = shape.reduce((product, one) => product * one, 1);
      const numbers = fc.array(fc.float({ noNaN: true }), { minLength: length, maxLength: length });
      return numbers.map((values) => ({ shape, values }));
    });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), tensor, { maxKeys: 5 }), async (tensors) => {
        const entries = Object.entries(tensors).filter(([name]) => !name.startsWith('__'));
        const bytes = safetensorsBytes(
          Object.fromEntries(entries.map(([name, { shape, values }]) => [name, floatTensor(shape, values)])),
          { format: 'pt' },
        );
        await using stored = await openSafetensors(await fileOf(bytes));
        expect([...stored.tensors.keys()].toSorted()).toEqual(entries.map(([name]) => name).toSorted());
        for (const [name, { shape, values }] of entries) {
          expect([...(await stored.readFloats(name, shape, {}))]).toEqual(values);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('reads half precision and bfloat16 as the numbers they are', async () => {
    const bits = (...words: number[]): Uint8Array => {
      const bytes = new Uint8Array(words.length * 2);
      for (const [index, word] of words.entries())
        new DataView(bytes.buffer).setUint16(index * 2, word, true);
      return bytes;
    };
    const bytes = safetensorsBytes({
      half: { dtype: 'F16', shape: [7], bytes: bits(0x3c00, 0xc000, 0x0001, 0x8400, 0x7bff, 0x7c00, 0xfc00) },
      none: { dtype: 'F16', shape: [1], bytes: bits(0x7e00) },
      brain: { dtype: 'BF16', shape: [4], bytes: bits(0x3f80, 0xc000, 0x0001, 0x7f80) },
    });
    await using stored = await openSafetensors(await fileOf(bytes));
    expect([...(await stored.readFloats('half', [7], {}))]).toEqual([
      1,
      -2,
      2 ** -24,
      -(2 ** -14),
      65_504,
      Infinity,
      -Infinity,
    ]);
    expect([...(await stored.readFloats('none', [1], {}))]).toEqual([NaN]);
    expect([...(await stored.readFloats('brain', [4], {}))]).toEqual([1, -2, 2 ** -133, Infinity]);
  });

  it('reads tensors longer than what is read at a time', async () => {
    const numbers = Float32Array.from({ length: 300_001 }, (_, index) => index / 8);
    const bytes = safetensorsBytes({ first: floatTensor([1], [3]), long: floatTensor([300_001], numbers) });
    await using stored = await openSafetensors(await fileOf(bytes));
    const read = await stored.readFloats('long', [300_001], {});
    expect(Buffer.from(read.buffer).equals(Buffer.from(numbers.buffer))).toBe(true);
  });

  it.each([
    ['an empty file', Buffer.alloc(0), /0 bytes/],
    ['no room for the length', Buffer.alloc(7), /7 bytes/],
    ['a header of no bytes', withHeader(''), /does not begin/],
    ['a header that is a list', withHeader('[]'), /does not begin/],
    ['white space before the header', withHeader(' {}'), /does not begin/],
    ['a header that is no JSON', withHeader('{'), /the text ends/],
    ['a header that is not UTF-8', withHeader(Buffer.from([0x7b, 0xff, 0x7d])), /UTF-8/],
    ['metadata that are no texts', withHeader(header({ __metadata__: { a: 1 } })), /metadata/],
    ['a tensor that is none', withHeader(header({ a: [] })), /not described/],
    ['a negative length', withHeader(header({ a: { ...four, shape: [-1], data_offsets: [0, 0] } })), /shape/],
    ['half a number', withHeader(header({ a: { ...four, shape: [0.5], data_offsets: [0, 2] } })), /shape/],
    ['three offsets', withHeader(header({ a: { ...four, data_offsets: [0, 4, 8] } })), /data_offsets/],
    [
      'an unknown kind',
      withHeader(header({ a: { dtype: 'F128', shape: [], data_offsets: [0, 16] } })),
      /F128/,
    ],
    [
      'a kind of an object',
      withHeader(header({ a: { dtype: 'toString', shape: [], data_offsets: [0, 1] } })),
      /toString/,
    ],
  ])('refuses %s', async (_, bytes, words) => {
    expect((await refusal(bytes)).message).toMatch(words);
  });

  it.each([
    ['a byte more than the shape', [0, 5], /takes 4 bytes, the offsets have 5/],
    ['a byte less than the shape', [0, 3], /takes 4 bytes, the offsets have 3/],
    ['an end before the beginning', [4, 0], /the offsets have -4/],
  ])('refuses offsets with %s', async (_, offsets, words) => {
    const error = await refusal(
      withHeader(header({ a: { ...four, data_offsets: offsets } }), Buffer.alloc(5)),
    );
    expect(error.message).toMatch(words);
    expect(error.code).toBe('SAFETENSORS');
    expect(error.place?.path).toEqual(['a']);
  });

  it('refuses a shape whose bytes no file has', async () => {
    const shape = [2 ** 31, 2 ** 31];
    const error = await refusal(
      withHeader(header({ a: { dtype: 'F32', shape, data_offsets: [0, 2 ** 53 - 1] } })),
    );
    expect(error.message).toMatch(/takes/);
  });

  it.each([
    [
      'overlap',
      { a: { ...four, data_offsets: [0, 4] }, b: { ...four, data_offsets: [3, 7] } },
      7,
      /overlaps .* by 1 bytes/,
    ],
    [
      'share their bytes',
      { a: { ...four, data_offsets: [0, 4] }, b: { ...four, data_offsets: [0, 4] } },
      4,
      /overlaps/,
    ],
    [
      'leave a byte between',
      { a: { ...four, data_offsets: [0, 4] }, b: { ...four, data_offsets: [5, 9] } },
      9,
      /1 bytes before/,
    ],
    ['begin later', { a: { ...four, data_offsets: [1, 5] } }, 5, /1 bytes before/],
    ['end beyond the file', { a: { ...four, data_offsets: [0, 4] } }, 3, /take 4 bytes, the file has 3/],
    ['end before the file does', { a: { ...four, data_offsets: [0, 4] } }, 5, /1 bytes at the end/],
    ['are none, where there are data', {}, 1, /1 bytes at the end/],
  ])('refuses tensors that %s', async (_, tensors, dataBytes, words) => {
    expect((await refusal(withHeader(header(tensors), Buffer.alloc(dataBytes)))).message).toMatch(words);
  });

  it('refuses a name that is given twice for different bytes', async () => {
    const one = header({ a: { ...four, data_offsets: [0, 4] } });
    const two = `${one.slice(0, -1)},${header({ a: { ...four, data_offsets: [4, 8] } }).slice(1)}`;
    expect((await refusal(withHeader(two, Buffer.alloc(8)))).message).toMatch(/4 bytes before/);
  });

  it('takes tensors in any order, empty ones, single numbers and a header padded with spaces', async () => {
    const tensors = {
      last: { ...four, data_offsets: [4, 8] },
      empty: { dtype: 'F32', shape: [3, 0], data_offsets: [4, 4] },
      single: { dtype: 'F32', shape: [], data_offsets: [0, 4] },
    };
    const data = Buffer.alloc(8);
    data.writeFloatLE(2, 0);
    await using stored = await openSafetensors(await fileOf(withHeader(`${header(tensors)}   `, data)));
    expect([...(await stored.readFloats('single', [], {}))]).toEqual([2]);
    expect(await stored.readFloats('empty', [3, 0], {})).toHaveLength(0);
  });

  it.each([0n, 1n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n])(
    'takes no more memory than there are bytes for a header of %s',
    async (length) => {
      const bytes = Buffer.alloc(8 + 0);
      bytes.writeBigUInt64LE(length);
      expect((await refusal(bytes)).code).toBe('SAFETENSORS');
    },
  );

  it('refuses a header above 16 MiB in a file that is large enough', async () => {
    const file = await fileOf(Buffer.alloc(0));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(16 * 1024 * 1024 + 1));
    await writeFile(file, length);
    await truncate(file, 17 * 1024 * 1024);
    await expect(openSafetensors(file)).rejects.toThrow(/at most/);
  });

  it('names what is missing, of another shape, of another kind, or cut off meanwhile', async () => {
    const bytes = safetensorsBytes({
      a: floatTensor([2, 3], [1, 2, 3, 4, 5, 6]),
      whole: { dtype: 'I64', shape: [1], bytes: new Uint8Array(8) },
    });
    const file = await fileOf(bytes);
    await using stored = await openSafetensors(file);
    await expect(stored.readFloats('b', [2, 3], {})).rejects.toThrow('no tensor b');
    await expect(stored.readFloats('a', [3, 2], {})).rejects.toThrow('[2, 3] and not [3, 2]');
    await expect(stored.readFloats('a', [2, 3, 1], {})).rejects.toThrow('[2, 3] and not [2, 3, 1]');
    await expect(stored.readFloats('a', [2], {})).rejects.toThrow('[2, 3] and not [2]');
    await expect(stored.readFloats('whole', [1], {})).rejects.toThrow('holds I64');
    await truncate(file, bytes.length - 9);
    await expect(stored.readFloats('a', [2, 3], {})).rejects.toThrow('ends before');
  });

  it('names a file that is not there', async () => {
    await expect(openSafetensors(join(folder, 'none.safetensors'))).rejects.toThrow('there is no such file');
  });
});

describe('parseSafetensorsHeader', () => {
  it('says where in which file a header is broken', () => {
    const parse = (): unknown =>
      parseSafetensorsHeader(Buffer.from('{"a": 1}'), { dataBytes: 0, file: 'weights.safetensors' });
    expect(parse).toThrow(/^weights\.safetensors at a: /);
  });
});
