import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../src/errors.js';
import { changeInput } from '../../fuzz/change-input.js';
import { fuzz, type FuzzFinding } from '../../fuzz/fuzz.js';
import { FUZZ_READERS } from '../../fuzz/fuzz-readers.js';
import { textReader, type FuzzReader } from '../../fuzz/fuzz-reader.js';

const INPUTS_OF_EACH = 20;

async function findingsOf(
  reader: FuzzReader,
  folder: string,
  count = INPUTS_OF_EACH,
): Promise<FuzzFinding[]> {
  const found: FuzzFinding[] = [];
  for await (const finding of fuzz(reader, { seed: 1, from: 0, count, folder })) found.push(finding);
  return found;
}

describe('fuzzing', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-fuzz-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(FUZZ_READERS.map((reader, number) => ({ name: reader.name, reader, number })))(
    'finds nothing in $name',
    async ({ reader, number }) => {
      const own = join(folder, String(number));
      await mkdir(own);
      expect(await findingsOf(reader, own)).toEqual([]);
    },
  );

  it('finds what is no refusal, with the input that seed and index give again', async () => {
    const broken = textReader({
      name: 'broken',
      covers: [],
      samples: ['{"a": {"b": 1}}'],
      read: (text) => {
        const value: unknown = JSON.parse(text.replaceAll(/[^ -~]/g, ''));
        if (!JSON.stringify(value).includes('"b"')) throw new UserError('there is no b', {});
      },
    });
    const found = await findingsOf(broken, folder, 300);
    expect(found.length).toBeGreaterThan(20);
    expect(found.every(({ problem }) => problem.startsWith('SyntaxError'))).toBe(true);
    const samples = await broken.samples(folder);
    for (const { index, excerpt } of found) {
      const input = changeInput(samples, { reader: 'broken', seed: 1, index });
      expect(input).toEqual(changeInput(samples, { reader: 'broken', seed: 1, index }));
      expect(input.type === 'text' && excerpt.length > 0).toBe(true);
    }
    const others = changeInput(samples, { reader: 'broken', seed: 2, index: 3 });
    expect(others).not.toEqual(changeInput(samples, { reader: 'broken', seed: 1, index: 3 }));
  });

  it('finds what takes too long, by the clock given', async () => {
    let now = 0;
    const slow = textReader({ name: 'slow', covers: [], samples: ['x'], read: () => (now += 6000) });
    const found = [];
    for await (const finding of fuzz(slow, { seed: 1, from: 0, count: 2, folder, clock: () => now })) {
      found.push(finding.problem);
    }
    expect(found).toEqual(['took 6.0 s', 'took 6.0 s']);
  });
});
