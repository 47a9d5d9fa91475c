import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CommanderError } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import type { CommandContext } from '../command-context.js';
import { buildProgram } from '../program.js';
import { outlineOf, type CommandOutline } from './command-outline.js';
import { asksForHelpAlone, readHelpFile } from './help-file.js';

const folder = await mkdtemp(join(tmpdir(), 'outline-'));
afterAll(() => rm(folder, { recursive: true }));
const helpFile = pathToFileURL(join(folder, 'help.json'));
const OUTLINE = outlineOf(await buildProgram(contextOf().context, ['--help']));
await writeFile(helpFile, JSON.stringify(OUTLINE));

function contextOf(columns?: number): {
  context: CommandContext;
  printed: { out: string; err: string };
} {
  const printed = { out: '', err: '' };
  const context = {
    stdout: { write: (text: string) => (printed.out += text), columns },
    stderr: { write: (text: string) => (printed.err += text) },
    workingDirectory: folder,
  } as unknown as CommandContext;
  return { context, printed };
}

/** What a call prints and how it ends. */
async function printedBy(args: readonly string[], options: { helpFile?: URL }): Promise<unknown> {
  const { context, printed } = contextOf();
  const program = await buildProgram(context, args, options);
  const failure: unknown = await program
    .parseAsync([...args], { from: 'user' })
    .catch((error: unknown) => error);
  const ended =
    failure instanceof CommanderError ? [failure.code, failure.exitCode, failure.message] : failure;
  return { ...printed, ended };
}

function callsOf(outline: CommandOutline, above: readonly string[]): readonly (readonly string[])[] {
  return outline.commands.flatMap((below) => {
    const names = [...above, below.name];
    return [[...names, '--help'], ...callsOf(below, names)];
  });
}

describe('the outline of the program', () => {
  const calls = [[], ['--help'], ['-h'], ...callsOf(OUTLINE, [])];

  it('knows all commands', () => {
    expect(calls.length).toBeGreaterThan(30);
  });

  it.each(calls.map((call) => [call.join(' '), call] as const))(
    'prints what the commands print: %s',
    async (_, args) => {
      expect(asksForHelpAlone(args)).toBe(true);
      expect(await printedBy(args, { helpFile })).toEqual(await printedBy(args, {}));
    },
  );

  it('suggests the same name for a slip', async () => {
    for (const args of [
      ['runn', '--help'],
      ['phone', 'rum', '--help'],
    ]) {
      expect(await printedBy(args, { helpFile })).toEqual(await printedBy(args, {}));
    }
  });
});

describe('asksForHelpAlone', () => {
  it('is true of names and a flag at the end alone', () => {
    expect(asksForHelpAlone(['run', 'pocket', '--help'])).toBe(true);
    for (const args of [
      ['run'],
      ['run', '--run-id', '--help'],
      ['run', '--help', '--plugin', './a.mjs'],
      ['run', '--', '--help'],
      ['--help', '-V'],
    ])
      expect(asksForHelpAlone(args)).toBe(false);
  });
});

describe('readHelpFile', () => {
  it('gives nothing where there is none, or a broken one', async () => {
    const broken = pathToFileURL(join(folder, 'broken.json'));
    await writeFile(broken, '{"name":');
    expect(await readHelpFile(broken)).toBeUndefined();
    expect(await readHelpFile(pathToFileURL(join(folder, 'none.json')))).toBeUndefined();
  });
});
