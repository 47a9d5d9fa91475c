import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { displayWidth } from '../report/terminal-text.js';
import { commandContext } from '../testing/command-context.js';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { buildProgram } from './program.js';

const TINY = fileURLToPath(new URL('../../worlds/tiny', import.meta.url));
const WIDTHS = [60, 80, 100, 160];

const temporary = await temporaryFolder();
const folder = temporary.path;
// A name as people give them, longer than most cells.
await cp(TINY, join(folder, 'world-of-the-second-sprint'), { recursive: true });
await print(null, 'run', './world-of-the-second-sprint', '--agent', 'random', '--run-id', 'first-run');
await print(null, 'run', './world-of-the-second-sprint', '--agent', 'oracle', '--run-id', 'second-run');

afterAll(() => temporary[Symbol.asyncDispose]());

/** What a command prints on a terminal of so many columns; null: into a pipe. */
async function print(columns: number | null, ...args: string[]): Promise<string> {
  const { context, printed } = commandContext({ workingDirectory: folder, environment: { NO_COLOR: '1' } });
  if (columns !== null) Object.assign(context.stdout, { isTTY: true, columns });
  const program = await buildProgram(context, args);
  await program.parseAsync(['node', 'touchstone', ...args]);
  return printed();
}

/** What may not be cut: what stands between spaces, entries of a list, Chinese characters; without rules and bars. */
function wordsOf(text: string): Set<string> {
  const apart = text.replace(/(?<=,)(?=["[{])|(?=\p{Script=Han})|(?<=\p{Script=Han})/gu, ' ');
  // Lists of cells have a colon behind each title.
  const words = apart.split(/\s+/).map((word) => word.replace(/[:,]$/, ''));
  return new Set(words.filter((word) => !/^[─█]*$/.test(word)));
}

const COMMANDS = [
  ['list', 'agents'],
  ['list', 'dialects'],
  ['list', 'benchmarks'],
  ['list', 'providers'],
  ['list', 'exports'],
  ['list', 'runs'],
  ['score', 'runs/first-run'],
  ['compare', 'runs/first-run', 'runs/second-run'],
  ['lint', './world-of-the-second-sprint', '--all'],
  ['stats', './world-of-the-second-sprint'],
  ['config'],
  ['reproduce'],
  ['reproduce', 'colorbench/table-3'],
] as const;

const HIDDEN = /^\d+ columns? hidden; widen the terminal or use --json$/gm;

describe('tables', () => {
  it.each(COMMANDS.map((args) => ({ args, name: args.join(' ') })))(
    'of touchstone $name keep words whole on every terminal, and say what they hide',
    async ({ args }) => {
      const whole = await print(null, ...args);
      expect(whole).not.toMatch(HIDDEN);
      const known = wordsOf(whole);
      for (const width of WIDTHS) {
        const text = await print(width, ...args);
        for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        const hidden = text.match(HIDDEN) ?? [];
        const words = wordsOf(text.replace(HIDDEN, ''));
        expect([...words].filter((word) => !known.has(word))).toEqual([]);
        if (hidden.length === 0) expect([...known].filter((word) => !words.has(word))).toEqual([]);
      }
    },
  );
});

describe('touchstone run', () => {
  it('prints results that keep within every terminal', async () => {
    const args = ['run', './world-of-the-second-sprint', '--agent', 'oracle', '--run-id'];
    const whole = wordsOf(await print(null, ...args, 'piped'));
    for (const width of WIDTHS) {
      const text = await print(width, ...args, `run-${width}`);
      for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(wordsOf(text)).toEqual(whole);
    }
  });
});

describe('touchstone list agents', () => {
  it('leaves out what matters least first', async () => {
    const heading = async (width: number): Promise<string> =>
      (await print(width, 'list', 'agents')).split('\n')[2] ?? '';
    expect(await heading(60)).toMatch(/^name +what/);
    expect(await heading(60)).not.toContain('switches');
    expect(await heading(80)).toMatch(/^name +what +asks/);
    expect(await heading(160)).toMatch(/^name +what +asks +switches/);
  });

  it('has no sign of it in JSON', async () => {
    const { tables } = JSON.parse(await print(60, 'list', 'agents', '--json')) as {
      tables: { columns: object[] }[];
    };
    expect(tables[0]?.columns).toHaveLength(6);
    expect(tables[0]?.columns.flatMap((column) => Object.keys(column))).not.toContain('hideOrder');
  });
});
