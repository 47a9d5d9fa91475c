import { join } from 'node:path';
import { appendSideLine } from '../side-files/append-side-line.js';
import { NOTES_FILE, type NotesLine } from './run-notes.js';

/** Adds what somebody says of a run to its side-file. @throws {FileWriteError} */
export async function appendRunNotes(directory: string, line: NotesLine): Promise<void> {
  await appendSideLine(join(directory, NOTES_FILE), line);
}
