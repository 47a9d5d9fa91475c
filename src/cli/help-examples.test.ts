import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import type { BenchmarkDefinition } from '../benchmarks/benchmark.js';
import { TRAINING_FORMATS } from '../registry/training-formats.js';
import { BENCHMARKS, DATA_MANIFESTS } from '../registry/benchmarks.js';
import { benchmarkExamples } from '../app/help/benchmark-examples.js';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import type { CommandContext } from './command-context.js';
import { buildProgram } from './program.js';

/** Help pages as they are printed, by the command's full name. */
async function helpPages(args: readonly string[]): Promise<ReadonlyMap<string, string>> {
  let printed = '';
  const stdout = { write: (text: string) => (printed += text) };
  const context = { stdout, stderr: stdout, workingDirectory: '/' } as unknown as CommandContext;
  const program = await buildProgram(context, args);
  const pages = new Map<string, string>();
  const visit = (command: Command, name: string): void => {
    printed = '';
    command.outputHelp();
    pages.set(name, printed);
    for (const below of command.commands) visit(below, `${name} ${below.name()}`);
  };
  visit(program, 'touchstone');
  WHOLE ??= program;
  return pages;
}

let WHOLE: Command | undefined;
const OPEN = [...BENCHMARKS.values()].map((definition) => vi.spyOn(definition, 'open'));
const PAGES = await helpPages(['--help']);
const OPENED = OPEN.map((open) => open.mock.calls.length);
for (const open of OPEN) open.mockRestore();

/** The lines below `Examples:`, without what is said of them. */
function examplesOn(page: string): readonly string[] {
  const lines = page.split('\n');
  const from = lines.indexOf('Examples:') + 1;
  if (from === 0) return [];
  const end = lines.findIndex((line, index) => index >= from && !line.startsWith('  '));
  return lines.slice(from, end === -1 ? undefined : end).map((line) => line.trim().split(/\s{2,}/)[0] ?? '');
}

/** The calls of Touchstone in an example, as words, without the command line of somebody else's program. */
function callsIn(example: string): readonly (readonly string[])[] {
  return example.split(' && ').map((call) => {
    const words = call.split(' ').filter((word) => !/^[A-Z_]+=/.test(word));
    expect(words[0]).toBe('touchstone');
    const end = words.findIndex((word) => word === '--' || word === '>' || word === '<');
    return words.slice(1, end === -1 ? undefined : end);
  });
}

/** The command that words call, and what is left of them. */
function commandOf(words: readonly string[]): { command: Command; rest: readonly string[] } {
  let command = WHOLE as Command;
  for (const [index, word] of words.entries()) {
    const below: Command | undefined = command.commands.find((one) => one.name() === word);
    if (below === undefined) return { command, rest: words.slice(index) };
    command = below;
  }
  return { command, rest: [] };
}

/** What is no benchmark of ours but stands for one of the user's, or for a run. */
const STANDS_FOR = /^(?:\.\/|\.$|[A-Z-]+$|runs\/|recording$|world$|\d)/;

describe('the examples of help', () => {
  const shown = [...PAGES].flatMap(([page, text]) => examplesOn(text).map((example) => ({ page, example })));

  it('are on every page', () => {
    const without = [...PAGES].filter(([, text]) => examplesOn(text).length === 0).map(([page]) => page);
    expect(without).toEqual([]);
    expect(shown.length).toBeGreaterThan(60);
  });

  it('name flags that the command has, and benchmarks that there are', () => {
    const known = new Set([...BENCHMARKS.keys(), ...DATA_MANIFESTS.keys()]);
    for (const { page, example } of shown) {
      for (const words of callsIn(example)) {
        const { command, rest } = commandOf(words);
        const flags = rest.filter((word) => word.startsWith('--'));
        const longs = command.options.map(({ long }) => long);
        expect([page, example, flags.filter((flag) => !longs.includes(flag))]).toEqual([page, example, []]);
        const [first] = command.registeredArguments;
        const [what = ''] = rest;
        if (first === undefined || !/benchmark|^what$|^sources$/.test(first.name())) continue;
        if (command.name() === 'list' || STANDS_FOR.test(what)) continue;
        // A benchmark that may be left out, and is.
        if (!first.required && (what === '' || what.startsWith('--'))) continue;
        expect([page, example, known.has(what)]).toEqual([page, example, true]);
      }
    }
  });

  it('are of commands that there are, and each of the benchmark that declares it', () => {
    const formats = TRAINING_FORMATS.map(({ name }) => name);
    for (const { name, examples = {} } of BENCHMARKS.values()) {
      for (const [command, calls] of Object.entries(examples)) {
        const page = `touchstone ${command}`.replace(/^touchstone touchstone$/, 'touchstone');
        expect(PAGES.has(page.replace('FORMAT', formats[0] ?? ''))).toBe(true);
        for (const call of calls) expect(` ${call} `).toMatch(new RegExp(` ${name}[ /]`));
      }
    }
  });

  it('open no benchmark', () => {
    expect(OPENED).toEqual(OPENED.map(() => 0));
  });
});

describe('benchmarkExamples', () => {
  const mine = { name: 'mine', examples: { run: ['touchstone run mine'] } } as unknown as BenchmarkDefinition;

  it('has those of named plug-ins first, then the bundled benchmark, and no more than wanted', () => {
    const own = benchmarkExamples('run', 3);
    expect(own[0]).toContain('touchstone run pocket ');
    expect(benchmarkExamples('run', 3, [mine])).toEqual(['touchstone run mine', ...own.slice(0, 2)]);
    expect(benchmarkExamples('constructor', 3, [mine])).toEqual([]);
  });
});

describe('help with a plug-in', () => {
  it('shows the examples of its benchmarks, where help is asked for', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'mine.mjs');
    await writeFile(
      file,
      `export default { name: 'mine', title: '', protocol: 'interactive', defaultMode: 'corrected', splits: ['all'],
        open() {}, examples: { run: ['touchstone run mine'], stats: ['touchstone stats mine'] } };`,
    );
    const shownFirst = async (args: readonly string[], page: string): Promise<string | undefined> =>
      examplesOn((await helpPages(args)).get(page) ?? '')[0];
    expect(await shownFirst(['run', '--help', '--plugin', file], 'touchstone run')).toBe(
      'touchstone run mine',
    );
    expect(await shownFirst(['stats', `--plugin=${file}`, '-h'], 'touchstone stats')).toBe(
      'touchstone stats mine',
    );
    const other = await helpPages(['run', '--plugin', './none.mjs', '--', '--help']);
    expect(examplesOn(other.get('touchstone run') ?? '')).toEqual(
      examplesOn(PAGES.get('touchstone run') ?? ''),
    );
  });
});

describe('words of results', () => {
  it.each([
    ['compare', ["p (Holm): p after Holm's correction", 'Bounds: ', 'Detectable: ', 'Flipped: ']],
    ['score', ['Voided: ', 'pass^k: share of tasks', 'n: items that were judged.']],
  ])('are explained in the help of %s, within its width', (name, words) => {
    const page = PAGES.get(`touchstone ${name}`) ?? '';
    const [, explained = ''] = page.split('Words of the result');
    for (const word of words) expect(explained).toContain(word);
    expect(explained.split('\n').every((line) => line.length <= 104)).toBe(true);
  });
});
