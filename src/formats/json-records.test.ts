import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/run-fake.js';
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
    ['[{"a":1', /ends within a record/],
    ['[{"a":1}]]', /too many/],
    ['[{"a":1}] {"b":2}', /follows the end/],
    ['{"a":1}\nhello', /is an object/],
    ['[1, 2]', /is an object/],
    ['[{"a":}]', /JSON/],
  ])('%s is refused with its line', async (text, message) => {
    await expect(recordsOf(text)).rejects.toMatchObject({
      code: 'JSON_SYNTAX',
      message: expect.stringMatching(message),
      place: { line: expect.any(Number) },
    });
  });

  it('are not read without end', async () => {
    await expect(recordsOf(`[{"a":"${'x'.repeat(600_000)}`, 1000)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });
});
