import { describe, expect, it } from 'vitest';
import type { FilePlace } from '../../errors.js';
import { defineImporter, readWithImporter } from './importer.js';
import { TestCaseFileError } from './test-case-file-error.js';

const { signal } = new AbortController();
const STEPS = [{ action: 'Tap Save' }];

/** What is read where an importer gives this, or throws it. */
async function read(given: unknown, seen = new Map<string, FilePlace>()) {
  const importer = defineImporter({
    name: 'notes',
    title: 'notes of a tool',
    read: async () => {
      if (given instanceof Error) throw given;
      // What somebody else's code gives may be anything.
      return given as never;
    },
  });
  return readWithImporter(importer, '/cases.notes', { seen, signal });
}

describe('an importer', () => {
  it('gives cases, whose missing parts are empty, with the place of each', async () => {
    const seen = new Map<string, FilePlace>();
    expect(await read([{ id: 'A1', title: 'Save', steps: STEPS, line: 3 }], seen)).toEqual([
      {
        id: 'A1',
        title: 'Save',
        objective: null,
        section: null,
        preconditions: null,
        priority: null,
        steps: [{ action: 'Tap Save', data: null, expected: [] }],
        place: { file: '/cases.notes', line: 3 },
      },
    ]);
    expect([...seen]).toEqual([['A1', { file: '/cases.notes', line: 3 }]]);
  });

  it.each([
    [new Error('no table'), 'the importer notes cannot read this file: no table'],
    [null, 'the importer notes gives no test cases'],
    [[{ id: 'A', title: 'T', steps: [] }], 'gives no test cases: '],
    [[{ id: '', title: 'T', steps: STEPS }], 'gives no test cases: '],
    [[{ id: 'A', title: 'T', steps: STEPS, colour: 1 }], 'gives no test cases: '],
  ])('is refused with the file: %j', async (given, message) => {
    const refused: unknown = await read(given).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TestCaseFileError);
    expect(refused).toMatchObject({
      message: expect.stringContaining(message),
      place: { file: '/cases.notes' },
    });
  });

  it('gives no id twice, in one file or in several', async () => {
    const one = { id: 'A1', title: 'Save', steps: STEPS };
    await expect(read([one, one])).rejects.toThrow('the id "A1" comes again');
    const seen = new Map([['A1', { file: '/other.md', line: 7 }]]);
    await expect(read([one], seen)).rejects.toMatchObject({
      hint: expect.stringContaining('/other.md:7'),
    });
  });

  it('lets errors of Touchstone through as they are', async () => {
    const own = new TestCaseFileError('as it is', { place: { file: '/cases.notes', line: 9 } });
    await expect(read(own)).rejects.toBe(own);
  });
});
