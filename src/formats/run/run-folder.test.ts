import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../errors.js';
import { runStartEvent } from '../../testing/run-fakes/run-events.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { JournalWriteError, NotARunError } from './run-errors.js';
import {
  createRunFolder,
  journalPath,
  listJournals,
  listPassFiles,
  listScoreFiles,
  nextScoreFile,
  writeRunNote,
} from './run-folder.js';

async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  return await work().then(
    () => null,
    (error: unknown) => error,
  );
}

describe('journalPath', () => {
  it('names a journal after its writer', () => {
    expect(journalPath('/runs/r', 'main')).toBe('/runs/r/journal-main.jsonl');
    for (const writer of ['a', '7', 'W-1_x', 'a'.repeat(64)])
      expect(journalPath('/r', writer)).toContain(writer);
  });

  it.each(['', '../x', 'a/b', '-a', '_a', 'a.b', 'a b', 'a'.repeat(65), 'main\n'])(
    'refuses the name %j',
    (writer) => {
      const error = (() => {
        try {
          return journalPath('/r', writer);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(error).toBeInstanceOf(UserError);
      expect(error).toMatchObject({
        message: `${JSON.stringify(writer)} cannot name a journal's writer`,
        hint: 'Use up to 64 letters, digits, "-" and "_", a letter or digit first.',
      });
    },
  );
});

describe('a run folder', () => {
  it('is made with the folders above it, and may hold other things', async () => {
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'a', 'b');
    await createRunFolder(directory);
    expect(await readdir(directory)).toEqual([]);
    await writeFile(join(directory, 'notes.txt'), '');
    await createRunFolder(directory);
  });

  it('is refused where it holds a journal or cannot be made', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'journal-other.jsonl'), '');
    expect(await thrownBy(() => createRunFolder(folder.path))).toMatchObject({
      code: 'USER',
      message: `${folder.path} already holds a run`,
      hint: `Go on with it: touchstone resume ${basename(folder.path)}; or give the new run another name (--run-id).`,
    });
    const below = join(folder.path, 'journal-other.jsonl', 'run');
    expect(await thrownBy(() => createRunFolder(below))).toMatchObject({
      code: 'USER',
      message: `${below}: The folder of the run cannot be made`,
      place: { file: below },
      hint: 'Choose a place for runs where you may write.',
      cause: expect.objectContaining({ code: 'ENOTDIR' }) as unknown,
    });
  });

  it('lists its journals by writer, among any other files', async () => {
    await using folder = await temporaryFolder();
    for (const name of [
      'journal-main.jsonl',
      'journal-Zed.jsonl',
      'journal-a1.jsonl',
      'my-journal-x.jsonl',
      'journal-.jsonl',
      'journal-a.jsonl.bak',
      'journal-a b.jsonl',
      'scores-0001.jsonl',
      'run.json',
    ]) {
      await writeFile(join(folder.path, name), '');
    }
    expect(await listJournals(folder.path)).toEqual(
      ['Zed', 'a1', 'main'].map((writer) => ({ file: join(folder.path, `journal-${writer}.jsonl`), writer })),
    );
  });

  it('says what is wrong with a folder that is no run', async () => {
    await using folder = await temporaryFolder();
    const [none, file] = [join(folder.path, 'none'), join(folder.path, 'file')];
    await writeFile(file, '');
    for (const [path, message, hint] of [
      [none, 'The folder cannot be read', 'Check the path.'],
      [file, 'This is a file, not the folder of a run', 'Name the folder that holds the journal.'],
      [
        folder.path,
        'The folder holds no journal',
        'Name the folder of a run: the one with a journal-*.jsonl file in it.',
      ],
    ] as const) {
      const error = await thrownBy(() => listJournals(path));
      expect(error).toBeInstanceOf(NotARunError);
      expect(error).toMatchObject({
        code: 'NOT_A_RUN',
        fault: 'user',
        message: `${path}: ${message}`,
        hint,
        place: { file: path },
      });
    }
    expect(await thrownBy(() => listScoreFiles(none))).toMatchObject({
      cause: expect.objectContaining({ code: 'ENOENT' }) as unknown,
    });
  });

  it('counts its score files by number, not by name', async () => {
    await using folder = await temporaryFolder();
    expect(await listScoreFiles(folder.path)).toEqual([]);
    expect(await nextScoreFile(folder.path)).toBe(join(folder.path, 'scores-0001.jsonl'));
    const names = [
      'scores-10000.jsonl',
      'scores-0002.jsonl',
      'scores-9999.jsonl',
      'scores-1.jsonl',
      'old-scores-0003.jsonl',
    ];
    for (const name of [...names, 'scores-0004.jsonl.bak']) await writeFile(join(folder.path, name), '');
    expect(await listScoreFiles(folder.path)).toEqual(
      ['scores-0002.jsonl', 'scores-9999.jsonl', 'scores-10000.jsonl'].map((name) => join(folder.path, name)),
    );
    expect(await nextScoreFile(folder.path)).toBe(join(folder.path, 'scores-10001.jsonl'));
  });

  it('keeps the score files of a pass apart, each series counted by itself', async () => {
    await using folder = await temporaryFolder();
    const at = (name: string): string => join(folder.path, name);
    expect(await nextScoreFile(folder.path, 'my/judge-2')).toBe(at('scores-my%2Fjudge-2-0001.jsonl'));
    for (const name of [
      'scores-0007.jsonl',
      'scores-z-0001.jsonl',
      'scores-a-10-0002.jsonl',
      'scores-a-10-0011.jsonl',
    ]) {
      await writeFile(at(name), '');
    }
    expect(await listScoreFiles(folder.path)).toEqual([at('scores-0007.jsonl')]);
    expect(await listPassFiles(folder.path)).toEqual([
      [at('scores-a-10-0002.jsonl'), at('scores-a-10-0011.jsonl')],
      [at('scores-z-0001.jsonl')],
    ]);
    expect(await nextScoreFile(folder.path)).toBe(at('scores-0008.jsonl'));
    expect(await nextScoreFile(folder.path, 'a-10')).toBe(at('scores-a-10-0012.jsonl'));
    expect(await nextScoreFile(folder.path, 'a')).toBe(at('scores-a-0001.jsonl'));
  });

  it('has a note for people, or says that it cannot be written', async () => {
    await using folder = await temporaryFolder();
    const start = runStartEvent();
    await writeRunNote(folder.path, start);
    const file = join(folder.path, 'run.json');
    expect(await readFile(file, 'utf8')).toBe(`${JSON.stringify(start, null, 2)}\n`);
    const other = join(folder.path, 'other');
    await mkdir(join(other, 'run.json'), { recursive: true });
    const error = await thrownBy(() => writeRunNote(other, start));
    expect(error).toBeInstanceOf(JournalWriteError);
    expect(error).toMatchObject({
      code: 'JOURNAL_WRITE',
      fault: 'environment',
      place: { file: join(other, 'run.json') },
      message: expect.stringContaining('Could not write: EISDIR') as unknown,
      hint: 'Make room or repair the disk, then `touchstone resume` the run; nothing that was saved is lost.',
      cause: expect.objectContaining({ code: 'EISDIR' }) as unknown,
    });
  });
});
