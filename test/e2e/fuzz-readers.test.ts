import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../../src/errors.js';
import { changeInput } from '../../fuzz/change-input.js';
import { fuzz, type FuzzFinding } from '../../fuzz/fuzz.js';
import { FUZZ_READERS } from '../../fuzz/fuzz-readers.js';
import { textReader, type FuzzReader } from '../../fuzz/fuzz-reader.js';
import { NOT_FUZZED } from '../../fuzz/not-fuzzed.js';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));
/** Names of functions that turn what they are given into something else. */
const READS = /^export (?:async )?function\*? ((?:parse|read|decode|scan|upgrade|load)[A-Z]\w*)/gm;
const INPUTS_OF_EACH = 20;

/** `folder/file.ts name` of every exported function of such a name. */
function readingFunctions(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !file.startsWith('testing/'))
    .flatMap((file) =>
      [...readFileSync(join(SOURCE, file), 'utf8').matchAll(READS)].map(([, name]) => `${file} ${name}`),
    );
}

function isCovered(name: string, by: ReadonlySet<string>): boolean {
  if (by.has(name)) return true;
  return [...by].some((entry) => entry.endsWith('/*') && name.startsWith(entry.slice(0, -1)));
}

async function findingsOf(
  reader: FuzzReader,
  folder: string,
  count = INPUTS_OF_EACH,
): Promise<FuzzFinding[]> {
  const found: FuzzFinding[] = [];
  for await (const finding of fuzz(reader, { seed: 1, from: 0, count, folder })) found.push(finding);
  return found;
}

describe('the list of readers', () => {
  const covered = new Set(FUZZ_READERS.flatMap(({ covers }) => covers));
  const excepted = new Set(Object.keys(NOT_FUZZED));

  it('names each reader once', () => {
    const names = FUZZ_READERS.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('holds every function that reads, or says why not', () => {
    const functions = readingFunctions();
    expect(functions.length).toBeGreaterThan(150);
    expect(functions.filter((name) => !isCovered(name, covered) && !excepted.has(name))).toEqual([]);
  });

  it('names nothing that there is not', () => {
    const named = [...covered, ...excepted].filter((name) => !name.endsWith('/*'));
    expect(
      named.filter((entry) => {
        const [file = '', name = ''] = entry.split(' ');
        const isThere = readdirSync(join(SOURCE, file, '..')).includes(file.split('/').at(-1) ?? '');
        return (
          !isThere ||
          !new RegExp(`^export .*\\b${name}\\b`, 'm').test(readFileSync(join(SOURCE, file), 'utf8'))
        );
      }),
    ).toEqual([]);
    expect([...excepted].filter((name) => covered.has(name))).toEqual([]);
  });
});

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
