import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { UndoSchema, type Undo } from './undo.js';

const EntrySchema = z.object({ change: z.int().nonnegative(), undo: UndoSchema });
type Entry = z.infer<typeof EntrySchema>;

/**
 * Changes of a device that are to be taken back, in a file of the computer: written before each change is made, so that
 * also a process that was killed leaves behind what the next one needs. A torn last line is a change that was not made.
 */
export class DeviceJournal {
  readonly #file: string;
  #open: Entry[];

  constructor(folder: string, device: string) {
    this.#file = join(folder, `${encodeURIComponent(device)}.jsonl`);
    this.#open = entriesOf(this.#file);
  }

  /** What is still to be taken back, latest change first. */
  get pending(): readonly Undo[] {
    return this.#open.toReversed().map(({ undo }) => undo);
  }

  /** Notes how a change is taken back, before it is made. */
  note(undo: Undo): void {
    const change = (this.#open.at(-1)?.change ?? -1) + 1;
    const entry = { change, undo };
    mkdirSync(dirname(this.#file), { recursive: true });
    const file = openSync(this.#file, 'a', 0o600);
    try {
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    this.#open.push(entry);
  }

  /** All changes are taken back. */
  clear(): void {
    this.#open = [];
    rmSync(this.#file, { force: true });
  }
}

function entriesOf(file: string): Entry[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const entries: Entry[] = [];
  for (const line of text.split('\n')) {
    try {
      entries.push(EntrySchema.parse(JSON.parse(line)));
    } catch {
      // Torn, or not ours: nothing that could be taken back.
    }
  }
  return entries;
}
