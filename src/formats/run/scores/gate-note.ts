import { join } from 'node:path';
import { z } from 'zod';
import { TouchstoneError } from '../../../errors.js';
import { readJsonFile } from '../../read-json-file.js';
import { writeJsonFile } from '../../write-json-file.js';
import { JournalWriteError } from '../run-errors.js';
import type { RunIndex } from '../run-index.js';

const FILE = 'gate.json';

const GateNoteSchema = z.object({
  formatVersion: z.literal(1),
  /** When it was judged; episodes that ended later were not. */
  at: z.iso.datetime(),
  met: z.boolean(),
  checks: z
    .array(z.object({ gate: z.string(), met: z.boolean(), sentence: z.string() }).readonly())
    .readonly(),
});

/** What a gate said of a run, kept in its folder so that a report written later says it too. */
export type GateNote = z.infer<typeof GateNoteSchema>;

/** Keeps the verdict, in place of one from before. @throws {JournalWriteError} */
export async function writeGateNote(runDirectory: string, note: GateNote): Promise<void> {
  const file = join(runDirectory, FILE);
  try {
    await writeJsonFile(file, note, GateNoteSchema);
  } catch (error) {
    throw new JournalWriteError(file, error);
  }
}

/** The newest verdict on what the run holds; null where none was asked for, or the run has gone on since. */
export async function readGateNote(
  { directory, items }: Pick<RunIndex, 'directory' | 'items'>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<GateNote | null> {
  let note: GateNote;
  try {
    note = await readJsonFile(join(directory, FILE), GateNoteSchema, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    // A note that is not there or broken says nothing; the run is whole without it.
    if (error instanceof TouchstoneError) return null;
    throw error;
  }
  return [...items.values()].every(({ endedAt }) => endedAt <= note.at) ? note : null;
}
