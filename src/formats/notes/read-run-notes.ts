import { join } from 'node:path';
import { readBytes } from '../../files/read-bytes.js';
import { whyUnreadable } from '../../files/file-errors.js';
import { DatasetError } from '../../errors.js';
import { NOTES_FILE, NotesLineSchema, type NotesLine } from './run-notes.js';

/** Some ten thousand changes of a page each. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * What people last said of a run; null where nobody has. Lines that cannot be read (half-written, or by a newer version) are
 * passed over: a note is no reason to refuse a run. So is a file that cannot be read at all.
 */
export async function readRunNotes(directory: string): Promise<NotesLine | null> {
  const bytes = await readNotesFile(join(directory, NOTES_FILE), directory);
  if (bytes === null) return null;
  const lines = bytes.toString('utf8').split('\n');
  for (let number = lines.length - 1; number >= 0; number -= 1) {
    const line = notesLine(lines[number] ?? '');
    if (line !== null) return line;
  }
  return null;
}

async function readNotesFile(file: string, within: string): Promise<Buffer | null> {
  try {
    return await readBytes(file, { maxBytes: MOST_BYTES, within });
  } catch (error) {
    if (error instanceof DatasetError || whyUnreadable(error) === 'ENOENT') return null;
    throw error;
  }
}

function notesLine(text: string): NotesLine | null {
  if (text === '') return null;
  try {
    return NotesLineSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
