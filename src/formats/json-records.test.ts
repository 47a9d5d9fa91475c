import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { readJsonRecords } from './json-records.js';

async function recordsOf(text: string, maxLength?: number): Promise<{ value: unknown; line: number }[]> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'records.json');
  await writeFile(file, text);
  const found: { value: unknown; line: number }[] = [];
  const { signal } = new AbortController();
  const options = maxLength === undefined ? { signal } : { signal, maxLength };
  for await (const record of readJsonRecords(file, options)) found.push(record);
  return found;
}

describe('records of a file of many', () => {
  it('are the same whether they are in one array or one a line', async () => {
    const record = fc.dictionary(fc.string(), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 5 }), fc.boolean(), async (records, isPretty) => {
        const plain = JSON.parse(JSON.stringify(records)) as unknown[];
        const values = async (text: string) => (await recordsOf(text)).map(({ value }) => value);
        expect(await values(JSON.stringify(records, null, isPretty ? 2 : 0))).toEqual(plain);
        expect(await values(records.map((value) => JSON.stringify(value)).join('\n'))).toEqual(plain);
      }),
      { numRuns: 50 },
    );
  });

  it('cross the border of what is read at once', async () => {
    const records = Array.from({ length: 20 }, (_, index) => ({ index, text: 'é"\\{['.repeat(20_000) }));
    const found = await recordsOf(JSON.stringify(records, null, 1));
    expect(found.map(({ value }) => value)).toEqual(records);
  });

  it('say the line they begin on', async () => {
    expect((await recordsOf('{"a":1}\n\n{"b":\n2}\n{"c":3}')).map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it.each([
    ['[{"a":1}', /ends within its array/],
    ['[{"a":1', /ends within record 1/],
    ['[{"a":1}]]', /too many/],
    ['[{"a":1}] {"b":2}', /follows the end/],
    ['{"a":1}\nhello', /is an object/],
    ['[1, 2]', /is an object/],
    ['[{"b":1}, {"a":}]', /record 2: .*JSON/],
  ])('%s is refused with its line', async (text, message) => {
    await expect(recordsOf(text)).rejects.toMatchObject({
      code: 'JSON_SYNTAX',
      message: expect.stringMatching(message),
      place: { line: expect.any(Number) },
    });
  });

  it('continue after one that is no JSON or no object, where that is asked for', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'records.json');
    await writeFile(file, '[{"a":1}, {"a":}, "x, ]", null, 7 {"q"} 8, {"a": 2}, -3]');
    const found: unknown[] = [];
    const { signal } = new AbortController();
    for await (const { value, record, error } of readJsonRecords(file, { signal, keepBroken: true })) {
      found.push([record, error === undefined ? value : 'broken']);
    }
    expect(found).toEqual([
      [1, { a: 1 }],
      [2, 'broken'],
      [3, 'x, ]'],
      [4, null],
      [5, 'broken'],
      [6, { a: 2 }],
      [7, -3],
    ]);
  });

  it('are the same in pieces of any length', async () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 6 }), async (values) => {
        await using folder = await temporaryFolder();
        const file = join(folder.path, 'records.json');
        const plain = JSON.parse(JSON.stringify(values)) as unknown[];
        const filler = ' '.repeat((1 << 18) - 9);
        await writeFile(file, `[${plain.map((one) => JSON.stringify(one)).join(`,${filler}`)}]`);
        const found: unknown[] = [];
        const { signal } = new AbortController();
        for await (const record of readJsonRecords(file, { signal, keepBroken: true }))
          found.push(record.value);
        expect(found).toEqual(plain);
      }),
      { numRuns: 30 },
    );
  });

  it('of a folder are refused with a hint', async () => {
    await using folder = await temporaryFolder();
    const { signal } = new AbortController();
    const first = readJsonRecords(folder.path, { signal }).next();
    await expect(first).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('this is a folder'),
      hint: expect.any(String),
    });
  });

  it('are not read without end', async () => {
    await expect(recordsOf(`[{"a":"${'x'.repeat(600_000)}`, 1000)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });
});
