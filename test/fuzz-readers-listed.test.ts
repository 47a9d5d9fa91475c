import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FUZZ_READERS } from '../fuzz/fuzz-readers.js';
import { NOT_FUZZED } from '../fuzz/not-fuzzed.js';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
/** Names of functions that turn what they are given into something else. */
const READS = /^export (?:async )?function\*? ((?:parse|read|decode|scan|upgrade|load)[A-Z]\w*)/gm;

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
