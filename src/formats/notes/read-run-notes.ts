import { join } from 'node:path';
import { readSideLines } from '../side-files/read-side-lines.js';
import { NOTES_FILE, NotesLineSchema, type NotesLine } from './run-notes.js';

/** What people last said of a run; null where nobody has. */
export async function readRunNotes(directory: string): Promise<NotesLine | null> {
  return (
    (
      await readSideLines(join(directory, NOTES_FILE), NotesLineSchema, {
        within: directory,
        mayBeUnread: true,
      })
    ).at(-1) ?? null
  );
}
