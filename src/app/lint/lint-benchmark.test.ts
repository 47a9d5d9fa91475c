import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

describe('a task that names an evaluator of a plug-in', () => {
  const TINY = fileURLToPath(new URL('../../../worlds/tiny/', import.meta.url));
  const always = (value: number) =>
    `export default { name: 'always', version: '1', evaluate: async () => ({ status: 'scored', value: ${value}, explanation: '' }) };`;

  it.each([
    ['is judged by it as well', ['./always.mjs'], 1, true],
    ['is no success where it says so', ['./always.mjs'], 0, false],
    ['is not confirmed without it', [], 1, null],
  ])('%s', async (_, plugins, value, confirmed) => {
    await using folder = await temporaryFolder({ onDisk: true });
    const suite = JSON.parse(await readFile(join(TINY, 'suite.json'), 'utf8')) as { tasks: object[] };
    await copyFile(join(TINY, 'graph.json'), join(folder.path, 'graph.json'));
    const tasks = suite.tasks.map((task) => ({ ...task, evaluators: [{ evaluator: 'always' }] }));
    await writeFile(join(folder.path, 'suite.json'), JSON.stringify({ ...suite, tasks }));
    await writeFile(join(folder.path, 'always.mjs'), always(value));
    const { report } = await lintBenchmark({
      benchmark: folder.path,
      data: null,
      mode: null,
      repair: false,
      plugins,
      workingDirectory: folder.path,
      signal: new AbortController().signal,
    });
    const solved = report.proofs.filter(({ status }) => status === 'solved');
    expect(solved.length).toBeGreaterThan(3);
    expect(new Set(solved.map((proof) => proof.confirmed))).toEqual(new Set([confirmed]));
  });
});
