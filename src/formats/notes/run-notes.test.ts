import { appendFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { appendRunNotes } from './append-run-notes.js';
import { readRunNotes } from './read-run-notes.js';
import { GivenNotesSchema, NOTES_FILE, type NotesLine } from './run-notes.js';

function line(note: string, tags: readonly string[] = []): NotesLine {
  return { formatVersion: 1, type: 'notes', at: '2026-03-01T12:00:00.000Z', author: 'Ana', tags, note };
}

describe('the notes of a run', () => {
  it('are what was said last, and keep what was said before', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    expect(await readRunNotes(folder.path)).toBeNull();
    await appendRunNotes(folder.path, line('first\nin two lines', ['a']));
    await appendRunNotes(folder.path, line('second', ['b', '</script>']));
    expect(await readRunNotes(folder.path)).toEqual(line('second', ['b', '</script>']));
    expect((await readFile(join(folder.path, NOTES_FILE), 'utf8')).split('\n')).toHaveLength(3);
  });

  it('outlive half a line', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    await appendRunNotes(folder.path, line('kept'));
    await appendFile(join(folder.path, NOTES_FILE), '{"formatVersion":1,"ty');
    expect(await readRunNotes(folder.path)).toEqual(line('kept'));
    await appendRunNotes(folder.path, line('next'));
    expect(await readRunNotes(folder.path)).toEqual(line('next'));
  });

  it('lose nothing of several who write at once', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const notes = Array.from({ length: 20 }, (_, number) => `note ${number}`);
    await Promise.all(notes.map((note) => appendRunNotes(folder.path, line(note))));
    const lines = (await readFile(join(folder.path, NOTES_FILE), 'utf8')).trimEnd().split('\n');
    const written = lines.map((text) => (JSON.parse(text) as NotesLine).note);
    expect(written.toSorted()).toEqual(notes.toSorted());
  });

  it.skipIf(process.platform === 'win32')('are not written through a link, nor read through it', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    const outside = join(folder.path, 'outside');
    await writeFile(outside, `${JSON.stringify(line('stranger'))}\n`);
    await mkdir(join(folder.path, 'run'));
    await symlink(outside, join(folder.path, 'run', NOTES_FILE));
    expect(await readRunNotes(join(folder.path, 'run'))).toBeNull();
    await expect(appendRunNotes(join(folder.path, 'run'), line('mine'))).rejects.toMatchObject({
      code: 'FILE_WRITE',
    });
    expect(await readFile(outside, 'utf8')).not.toContain('mine');
  });

  it('have each tag once, on one line', () => {
    expect(GivenNotesSchema.parse({ tags: [' a ', 'a', 'b'], note: '' }).tags).toEqual(['a', 'b']);
    expect(GivenNotesSchema.safeParse({ tags: ['a\nb'], note: '' }).success).toBe(false);
    expect(GivenNotesSchema.safeParse({ tags: [''], note: '' }).success).toBe(false);
  });
});
