import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userTurn } from '../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';
import { importPrompts } from './import-prompts.js';
import { listPromptSets } from './list-prompt-sets.js';
import { storedText, storedTexts } from './prompt-store.js';
import { textsOfFolder } from './texts-of-folder.js';

const COMMIT = 'a1'.repeat(20);
const IDS = ['uiagile.detailed', 'uiagile.ui-r1', 'uiagile.gui-r1'];
const FILE = 'eval/android_control/inference_android_control.py';
/** A source of the same form as the listed one, in other words. */
const SOURCE = `ANDROID_CONTROL_DETAILED = """Do {instruction}.
Before: {history} {{not a field}}"""
UI_R1_ANDROID_CONTROL = "{history} then {instruction}"
GUI_R1_ANDROID_CONTROL = ("a {instruction} " 'b {history}')
`;

let folder: string;
let environment: Readonly<Record<string, string>>;

async function clone(source = SOURCE, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = join(folder, 'clone');
  for (const [path, text] of Object.entries({ [FILE]: source, ...more })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompts-'));
  environment = { TOUCHSTONE_HOME: join(folder, 'home') };
});
afterEach(() => rm(folder, { recursive: true }));

function take(path: string, acceptChanged = false): ReturnType<typeof importPrompts> {
  const interrupted = new AbortController().signal;
  return importPrompts([path], { acceptChanged, environment, workingDirectory: folder, interrupted });
}

describe('importPrompts', () => {
  it('names texts that differ from the listed ones, and keeps them only if asked to', async () => {
    const root = await clone(SOURCE, { '.git/HEAD': `${COMMIT}\n` });
    const { texts, table } = await take(root);
    expect(texts.map(({ id, status, imported, commit }) => [id, status, imported, commit])).toEqual(
      IDS.map((id) => [id, 'changed', false, COMMIT]),
    );
    const notes = table.notes.join('\n');
    expect(notes).toMatch(/3 texts differ .*uiagile\.detailed \(listed at a8f76586364a\)/);
    expect(notes).toContain('--accept-changed');
    expect(await storedText('uiagile.detailed', environment)).toBeNull();

    expect((await take(root, true)).texts.every(({ imported }) => imported)).toBe(true);
    const kept = await storedTexts(environment, IDS);
    expect(kept.text('uiagile.gui-r1')).toBe('a {instruction} b {history}');
    const values = { instruction: 'Go {history}', history: 'None' };
    expect(kept.fill('uiagile.detailed', values)).toBe('Do Go {history}.\nBefore: None {not a field}');
    expect(kept.describe('uiagile.detailed')).toMatchObject({
      repository: 'KDEGroup/UI-AGILE',
      path: FILE,
      commit: COMMIT,
      listed: false,
    });
  });

  it('takes a folder with clones, and a single file of one', async () => {
    const root = await clone();
    expect((await take(folder)).texts.map(({ id }) => id)).toEqual(IDS);
    const { texts } = await take(join(root, ...FILE.split('/')));
    expect(texts.map(({ id, commit }) => [id, commit])).toEqual(IDS.map((id) => [id, null]));
  });

  it('has a row for each commit of a repository', async () => {
    await clone(SOURCE, { '.git/HEAD': `${COMMIT}\n` });
    const other = join(folder, 'other');
    await mkdir(join(other, '.git'), { recursive: true });
    await mkdir(dirname(join(other, FILE)), { recursive: true });
    await writeFile(join(other, FILE), SOURCE);
    await writeFile(join(other, '.git/HEAD'), `${'b2'.repeat(20)}\n`);
    const { table } = await take(folder);
    expect(table.rows.map((row) => row.slice(0, 2).map(({ text }) => text))).toEqual([
      ['KDEGroup/UI-AGILE', COMMIT.slice(0, 12)],
      ['KDEGroup/UI-AGILE', 'b2'.repeat(6)],
    ]);
    expect(table.rows.map((row) => row[4]?.value)).toEqual([3, 3]);
  });

  it('says where a rewritten source lacks a text, and takes the others', async () => {
    const root = await clone(SOURCE.replace('UI_R1_ANDROID_CONTROL', 'RENAMED'));
    const { texts, table } = await take(root, true);
    expect(texts.map(({ status, imported }) => [status, imported])).toEqual([
      ['changed', true],
      ['unreadable', false],
      ['changed', true],
    ]);
    expect(table.notes.join('\n')).toContain(FILE);
  });

  it('refuses a folder without any of them', async () => {
    await mkdir(join(folder, 'empty'));
    await expect(take(join(folder, 'empty'))).rejects.toThrow('no prompt of the catalogue');
    await expect(take(join(folder, 'nowhere'))).rejects.toThrow('no such file or folder');
  });
});

describe('kept prompts', () => {
  it('are refused once somebody has changed them', async () => {
    await take(await clone(), true);
    const file = join(folder, 'home', 'prompts', 'uiagile.detailed.json');
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('Before', 'After'));
    await expect(storedTexts(environment, IDS)).rejects.toThrow('changed after it was imported');
  });

  it('that are missing are named with the repository that has them', async () => {
    await expect(storedTexts(environment, ['uiagile.detailed', 'qwen.nous'])).rejects.toMatchObject({
      message: expect.stringContaining('not imported: uiagile.detailed, qwen.nous') as string,
      hint: expect.stringContaining('KDEGroup/UI-AGILE and QwenLM/Qwen-Agent') as string,
    });
  });

  it('are counted in the list of prompt sets', async () => {
    await take(await clone(), true);
    const sets = [
      set('half', 'uiagile.detailed', 'qwen.nous'),
      set('whole', ...IDS),
      set('none', 'qwen.nous'),
    ];
    const { rows } = await listPromptSets(environment, sets);
    expect(rows.map((cells) => [cells[0]?.text, cells.at(-1)?.text])).toEqual([
      ['half', '1 of 2 texts'],
      ['whole', 'yes, 3 changed'],
      ['none', 'no'],
    ]);
  });
});

describe('textsOfFolder', () => {
  it('reads clones in place', async () => {
    const texts = await textsOfFolder(await clone(), IDS);
    expect(texts.fill('uiagile.ui-r1', { instruction: 'x', history: 'y' })).toBe('y then x');
  });

  it('names what the clones lack', async () => {
    const root = await clone();
    await expect(textsOfFolder(root, [...IDS, 'qwen.nous'])).rejects.toThrow(/not in .*: qwen\.nous/);
    await expect(textsOfFolder(join(folder, 'nowhere'), IDS)).rejects.toThrow('no such file or folder');
  });
});

function set(name: string, ...texts: readonly string[]): PromptSet {
  return {
    name,
    title: name,
    dialect: 'generic_call',
    benchmarks: [],
    texts,
    history: { steps: null, pictures: 0 },
    picture: { resize: null, format: 'png' },
    sampling: {},
    request: () => userTurn(''),
  };
}
