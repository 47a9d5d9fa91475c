import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../lint/rules.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { lintBenchmark } from './lint-benchmark.js';

const OWN = { id: 'mine/odd', severity: 'note', title: 'It is odd.', hint: 'Make it even.' };

/** A benchmark of one file whose linter finds by these rules. */
function moduleWith(rules: readonly object[]): string {
  return `export default {
    name: 'mine', title: 'of my own', protocol: 'interactive', defaultMode: 'corrected', splits: ['all'], needsData: false,
    open: () => { throw new Error('nothing is opened'); },
    folder: '/nowhere',
    linter: {
      rules: ${JSON.stringify(rules)},
      lint: async (folder, { mode }) => ({ formatVersion: 1, benchmark: 'mine', folder, mode, files: [], findings: [], proofs: [] }),
    },
  };`;
}

describe('what a benchmark is linted by', () => {
  it.each([
    ['its own rules beside those that all share', [OWN], [['mine/odd', 'It is odd.']]],
    ['the shared rule, where it has another of that id', [{ ...OWN, id: 'file/schema' }], []],
    ['the shared rules alone, where it has none', [], []],
  ])('is %s', async (_, rules, more) => {
    await using folder = await temporaryFolder({ onDisk: true });
    await writeFile(join(folder.path, 'mine.mjs'), moduleWith(rules));
    const outcome = await lintBenchmark({
      benchmark: './mine.mjs',
      data: null,
      mode: null,
      repair: false,
      plugins: [],
      workingDirectory: folder.path,
      signal: new AbortController().signal,
    });
    expect(outcome.report).toMatchObject({ benchmark: 'mine', folder: '/nowhere', mode: 'corrected' });
    const titles = new Map([...outcome.rules.values()].map(({ id, title }) => [id, title]));
    expect(titles).toEqual(
      new Map([
        ...[...RULES.values()].map(({ id, title }) => [id, title] as const),
        ...more.map(([id = '', title = '']) => [id, title] as const),
      ]),
    );
  });
});
