import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPromptEntry } from '../../../testing/models/prompt-entry.js';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import type { PromptEntry } from '../catalogue/prompt-entry.js';
import { checkCheckout, type CheckedCheckout } from './check-checkout.js';
import { gitBlobHash } from './git-blob.js';

const FILES = {
  'agent/prompts.py': 'SYSTEM = "You are an agent."\nASK = f"Do {task}.\\n"\n',
  'agent/data/notes.py': 'NOTES = "Take notes."\n',
  'README.md': '# Agent\n',
};
const HEAD = 'a'.repeat(40);

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** An entry for a constant of one of the files. */
function entryOf(
  id: string,
  {
    path,
    name,
    text,
    ...changes
  }: Partial<PromptEntry> & { path: keyof typeof FILES; name: string; text: string },
): PromptEntry {
  return buildPromptEntry({
    id,
    path,
    blob: gitBlobHash(Buffer.from(FILES[path])),
    extractor: { kind: 'python', name },
    sha256: sha256(text),
    probe: sha256(text),
    chars: text.length,
    ...changes,
  });
}

const SYSTEM = entryOf('system', { path: 'agent/prompts.py', name: 'SYSTEM', text: 'You are an agent.' });
const ASK = entryOf('ask', {
  path: 'agent/prompts.py',
  name: 'ASK',
  text: 'Do {task}.\n',
  template: 'f-string',
  fields: ['task'],
  probe: sha256('Do <<task>>.\n'),
});
const NOTES = entryOf('notes', { path: 'agent/data/notes.py', name: 'NOTES', text: 'Take notes.' });
const ENTRIES = [SYSTEM, ASK, NOTES];

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

function statuses(found: readonly CheckedCheckout[]): unknown {
  return found.map(({ repository, prompts }) => [
    repository,
    ...prompts.map(({ entry, status }) => `${entry.id} ${status}`),
  ]);
}

const LISTED = [['someone/agent', 'system listed', 'ask listed', 'notes listed']];

describe('checkCheckout', () => {
  it('knows a clone by its files, in the folder or directly below it', async () => {
    await using folder = await temporaryFolder();
    const clone = join(folder.path, 'any name');
    await write(clone, { ...FILES, '.git/HEAD': `${HEAD}\n` });
    const [found, ...more] = await checkCheckout([clone], ENTRIES);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      folder: clone,
      repository: 'someone/agent',
      listedCommit: '0'.repeat(40),
      commit: HEAD,
    });
    expect(found?.prompts[1]).toMatchObject({
      status: 'listed',
      entry: ASK,
      prompt: { pieces: ['Do ', { field: 'task' }, '.\n'] },
      isListedBlob: true,
      files: [{ path: ASK.path, file: join(clone, 'agent', 'prompts.py'), blob: ASK.blob }],
    });
    expect(statuses(await checkCheckout([folder.path], ENTRIES))).toEqual(LISTED);
    await mkdir(join(folder.path, 'deep'));
    await mkdir(join(folder.path, 'deep', 'er'));
    expect(await checkCheckout([join(folder.path, 'deep')], ENTRIES)).toEqual([]);
  });

  it('takes a checkout with the line ends of Windows as the same blobs', async () => {
    await using folder = await temporaryFolder();
    await write(
      folder.path,
      Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')])),
    );
    const found = await checkCheckout([folder.path], ENTRIES);
    expect(statuses(found)).toEqual(LISTED);
    expect(found[0]?.prompts.every((prompt) => 'isListedBlob' in prompt && prompt.isListedBlob)).toBe(true);
    // A file that Git itself keeps with CR LF has that hash.
    const raw = gitBlobHash(Buffer.from(FILES['agent/prompts.py'].replaceAll('\n', '\r\n')));
    const [windows] = await checkCheckout([folder.path], [{ ...SYSTEM, blob: raw }]);
    expect(windows?.prompts[0]).toMatchObject({ isListedBlob: true, files: [{ blob: raw }] });
  });

  it('says of every prompt what became of it at another commit', async () => {
    await using folder = await temporaryFolder();
    await write(folder.path, {
      'agent/prompts.py': '# moved\nSYSTEM = "You are an agent."\nASK = f"Please do {task}.\\n"\n',
      'agent/data/notes.py': 'NOTES = load("notes")\n',
    });
    const missing = { ...NOTES, id: 'gone', path: 'agent/gone.py' };
    const [found] = await checkCheckout([folder.path], [...ENTRIES, missing]);
    expect(found?.commit).toBeNull();
    expect(found?.prompts).toMatchObject([
      { status: 'listed', isListedBlob: false, prompt: { sha256: SYSTEM.sha256, line: 2 } },
      { status: 'changed', isListedBlob: false, prompt: { sha256: sha256('Please do {task}.\n') } },
      {
        status: 'unreadable',
        error: {
          code: 'PROMPT_STRUCTURE',
          message: 'agent/data/notes.py:1: prompt notes: no text stands where it should',
        },
      },
      { status: 'missing', path: 'agent/gone.py', reason: 'there is no agent/gone.py' },
    ]);
  });

  it('refuses the listed text with other braces for fields', async () => {
    await using folder = await temporaryFolder();
    await write(folder.path, {
      ...FILES,
      'agent/prompts.py': 'SYSTEM = "You are an agent."\nASK = "Do {task}.\\n"\n',
    });
    const [found] = await checkCheckout([folder.path], ENTRIES);
    expect(found?.prompts[1]).toMatchObject({
      status: 'unreadable',
      error: { message: expect.stringContaining('filled in other places') as string },
    });
  });

  it('knows a clone of which every text has changed by half of its files, README.md not enough', async () => {
    await using folder = await temporaryFolder();
    await write(folder.path, { 'agent/prompts.py': 'SYSTEM = "Now"\n' });
    expect(statuses(await checkCheckout([folder.path], ENTRIES))).toEqual([
      ['someone/agent', 'system changed', 'ask unreadable', 'notes missing'],
    ]);
    const readme = { ...SYSTEM, path: 'README.md' };
    await write(folder.path, { 'README.md': 'SYSTEM = "Now"\n' });
    expect(await checkCheckout([folder.path], [readme])).toEqual([]);
  });

  it('takes a file that is blob for blob another repository’s for that one’s', async () => {
    await using folder = await temporaryFolder();
    await write(folder.path, { ...FILES, '.git/HEAD': `${HEAD}\n` });
    const other = { repository: 'other/agent', commit: '1'.repeat(40), blob: '2'.repeat(40) };
    const older = ENTRIES.map((entry) => ({ ...entry, ...other, id: `older.${entry.id}` }));
    expect(statuses(await checkCheckout([folder.path], [...older, ...ENTRIES]))).toEqual(LISTED);
    // A fork changed one file and kept the other: the texts are those of both, the commit is the fork's.
    const fork = ENTRIES.slice(0, 2).map((entry) => ({
      ...entry,
      repository: 'other/fork',
      id: `fork.${entry.id}`,
    }));
    const kept = { ...NOTES, blob: '2'.repeat(40) };
    const found = await checkCheckout([folder.path], [kept, ...fork]);
    expect(statuses(found)).toEqual([
      ['someone/agent', 'notes listed'],
      ['other/fork', 'fork.system listed', 'fork.ask listed'],
    ]);
    expect(found.map(({ commit }) => commit)).toEqual([null, HEAD]);
  });

  it('takes single files, by as much of their path as agrees', async () => {
    await using folder = await temporaryFolder();
    await write(folder.path, { ...FILES, 'elsewhere/prompts.py': 'SYSTEM = "You are an agent."\n' });
    const near = join(folder.path, 'agent', 'prompts.py');
    const far = join(folder.path, 'elsewhere', 'prompts.py');
    const files = [far, near];
    expect(statuses(await checkCheckout(files, ENTRIES))).toEqual([
      ['someone/agent', 'system listed', 'ask listed'],
    ]);
    const [found] = await checkCheckout([far], ENTRIES);
    expect(found).toMatchObject({ folder: null, commit: null });
    expect(found?.prompts).toMatchObject([{ status: 'listed' }, { status: 'unreadable' }]);
    expect(await checkCheckout([join(folder.path, 'README.md')], ENTRIES)).toEqual([]);
  });

  it('reads nothing outside the folder, and nothing that is no text', async () => {
    await using folder = await temporaryFolder();
    await write(folder.path, { 'secret.py': FILES['agent/prompts.py'], 'clone/agent/data/notes.py': '\xff' });
    await writeFile(join(folder.path, 'clone/agent/data/notes.py'), Buffer.from([0x4e, 0xff, 0xfe]));
    await symlink(join(folder.path, 'secret.py'), join(folder.path, 'clone/agent/prompts.py'));
    const [found] = await checkCheckout([join(folder.path, 'clone')], ENTRIES);
    expect(found?.prompts).toMatchObject([
      { status: 'unreadable', error: { code: 'PATH_OUTSIDE_FOLDER' } },
      { status: 'unreadable', error: { code: 'PATH_OUTSIDE_FOLDER' } },
      { status: 'unreadable', error: { code: 'FILE_UNREADABLE' } },
    ]);
  });

  it('refuses a place that is not there, and stops when it is told to', async () => {
    await using folder = await temporaryFolder();
    await expect(checkCheckout([join(folder.path, 'none')], ENTRIES)).rejects.toMatchObject({
      code: 'USER',
      message: expect.stringContaining('there is no such file or folder') as string,
    });
    await write(folder.path, FILES);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(checkCheckout([folder.path], ENTRIES, { signal })).rejects.toThrow('enough');
  });
});

describe('the commit of a checkout', () => {
  const OTHER = 'b'.repeat(40);

  it.each<[string, Readonly<Record<string, string>>, string | null]>([
    ['a detached head', { HEAD: `${HEAD}\n` }, HEAD],
    ['a branch', { HEAD: 'ref: refs/heads/x/y\n', 'refs/heads/x/y': `${HEAD}\n` }, HEAD],
    [
      'a packed branch',
      {
        HEAD: 'ref: refs/heads/main\n',
        'packed-refs': `# pack-refs with: peeled\n${OTHER} refs/heads/not-main\n${HEAD} refs/heads/main\n^${OTHER}\n`,
      },
      HEAD,
    ],
    [
      'a branch that is both',
      {
        HEAD: 'ref: refs/heads/main\n',
        'refs/heads/main': `${HEAD}\n`,
        'packed-refs': `${OTHER} refs/heads/main\n`,
      },
      HEAD,
    ],
    ['an empty branch', { HEAD: 'ref: refs/heads/main\n' }, null],
    ['a way out', { HEAD: 'ref: refs/../../../outside\n' }, null],
    ['nonsense', { HEAD: 'main\n' }, null],
  ])('is read from %s', async (_, git, commit) => {
    await using folder = await temporaryFolder();
    const clone = join(folder.path, 'clone');
    await write(folder.path, { outside: `${OTHER}\n` });
    await write(clone, FILES);
    await write(join(clone, '.git'), git);
    const [found] = await checkCheckout([clone], ENTRIES);
    expect(found?.commit).toBe(commit);
  });

  it('is none where .git is a file', async () => {
    await using folder = await temporaryFolder();
    await write(folder.path, { ...FILES, '.git': 'gitdir: /elsewhere\n' });
    const [found] = await checkCheckout([folder.path], ENTRIES);
    expect(found?.commit).toBeNull();
  });
});

describe('gitBlobHash', () => {
  it('is the hash that Git gives', () => {
    expect(gitBlobHash(Buffer.from('hello\n'))).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
    expect(gitBlobHash(Buffer.alloc(0))).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
  });
});
