import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { readInnerRecords, type InnerRecordsOptions } from './inner-records.js';

const LISTS = [['samples'], ['metrics', 'pred']];
const { signal } = new AbortController();

interface Read {
  readonly values: unknown[];
  readonly lines: number[];
  readonly errors: string[];
  readonly beside: Record<string, unknown>;
  readonly found: boolean;
}

async function read(text: string, options: Partial<InnerRecordsOptions> = {}): Promise<Read> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file.json');
  await writeFile(file, text);
  const beside: Record<string, unknown> = {};
  const records = readInnerRecords(file, LISTS, {
    ...options,
    onBeside: (key, value) => {
      beside[key] = value;
    },
    signal,
  });
  const [values, lines, errors]: [unknown[], number[], string[]] = [[], [], []];
  for (;;) {
    const next = await records.next();
    if (next.done === true) return { values, lines, errors, beside, found: next.value };
    const { value, line, record, error } = next.value;
    values.push(value);
    lines.push(line);
    expect(record).toBe(values.length);
    if (error !== undefined) errors.push(error);
  }
}

describe('readInnerRecords', () => {
  it('gives the entries of a list with their lines, and what stands around it', async () => {
    const document = {
      dataset: 'high "x" [1, {',
      metrics: { info: { AMS: 1.5, text: '}]' }, pred: [{ a: 1 }, 'x', [2, { b: ']' }], null], after: 1 },
      last: null,
    };
    for (const indent of [undefined, 4]) {
      const got = await read(JSON.stringify(document, null, indent));
      expect(got).toMatchObject({ values: document.metrics.pred, found: true, errors: [] });
      expect(got.beside).toEqual({
        dataset: document.dataset,
        'metrics.info': document.metrics.info,
        'metrics.after': 1,
        last: null,
      });
    }
    expect((await read(JSON.stringify(document, null, 1))).lines).toEqual([9, 12, 13, 19]);
  });

  it('gives back any list, however it is printed', async () => {
    const inner = fc.record({
      before: fc.jsonValue(),
      pred: fc.array(fc.jsonValue()),
      after: fc.jsonValue(),
    });
    const outer = fc.record({ some: fc.jsonValue(), metrics: inner });
    await fc.assert(
      fc.asyncProperty(outer, fc.constantFrom(undefined, 2, '\t'), async (document, indent) => {
        const { values, found } = await read(JSON.stringify(document, null, indent));
        const plain = JSON.parse(JSON.stringify(document)) as typeof document;
        expect([values, found]).toEqual([plain.metrics.pred, true]);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    '',
    '[{"samples": [1]}]',
    '{"a": 1}',
    '{"samples": {"metrics": {"pred": [1]}}}',
    '{"pred": [1], "samples": [1]}',
    '{"a" 1, "samples": [1]}',
    '{a: 1, "samples": [1]}',
    'no JSON',
    '{"metrics": [{"pred": [1]}]}',
  ])('finds no list in %s', async (text) => {
    expect(await read(text, { recordKeys: ['pred'] })).toMatchObject({ values: [], found: false });
  });

  it('finds an empty list', async () => {
    expect(await read('\uFEFF {"samples": [ ]}')).toMatchObject({ values: [], found: true });
  });

  it('goes on behind an entry that is no JSON', async () => {
    const got = await read('{"samples": [{"a": NaN}, {"b": 2},\n {c}, 5]}');
    expect(got).toMatchObject({ values: [undefined, { b: 2 }, undefined, 5], lines: [1, 1, 2, 2] });
    expect(got.errors).toHaveLength(2);
  });

  it.each([
    ['{"samples": [{"a": 1}, {"b":\n\n 2', 'the file ends within record 2', 1],
    ['{"samples": [1]\n', 'the file ends within its object', 2],
    ['{"samples": [1], "metrics": {"pred": [2]}}', 'there are two lists, samples and metrics.pred', 1],
    ['{"samples": [1]} {}', 'something follows the end of the object', 1],
    ['{"samples": [1}', 'a bracket too many', 1],
    ['{"samples": [}', 'a bracket too many', 1],
  ])('says what is wrong with %j', async (text, message, line) => {
    await expect(read(text)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      place: { line },
    });
  });

  it('bounds a record, and keeps no long value beside the list', async () => {
    const long = 'x'.repeat(200_000);
    await expect(read(`{"samples": ["${long}"]}`, { maxLength: 1000 })).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
    const { beside, values } = await read(`{"a": "${long}", "b": 1, "samples": [1]}`);
    expect([beside, values]).toEqual([{ b: 1 }, [1]]);
  });
});
