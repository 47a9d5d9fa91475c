import { userInfo } from 'node:os';
import { z } from 'zod';
import { appendRunNotes } from '../../formats/notes/append-run-notes.js';
import { GivenNotesSchema, NOTE_LIMITS, type NotesLine } from '../../formats/notes/run-notes.js';
import { runDirectory } from './run-directory.js';

/** What somebody says of a run; without a name it is whoever this program runs as. */
export const NoteRunSchema = z.object({
  ...GivenNotesSchema.shape,
  author: z.string().trim().min(1).max(NOTE_LIMITS.author).optional(),
});
export type NoteRun = z.infer<typeof NoteRunSchema>;

/**
 * Writes down tags and note of a run, beside those that were written before.
 *
 * @param folder that the runs are in
 * @throws {NotThereError | FileWriteError}
 */
export async function noteRun(
  folder: string,
  run: string,
  { tags, note, author = userName() }: NoteRun,
  { now = () => new Date() }: { readonly now?: () => Date } = {},
): Promise<NotesLine> {
  const directory = await runDirectory(folder, run);
  const line: NotesLine = {
    formatVersion: 1,
    type: 'notes',
    at: now().toISOString(),
    author,
    tags,
    note,
  };
  await appendRunNotes(directory, line);
  return line;
}

function userName(): string {
  try {
    return userInfo().username.slice(0, NOTE_LIMITS.author) || 'somebody';
  } catch {
    // A user without an entry in the system's list, as in some containers.
    return 'somebody';
  }
}
