import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EPISODE_LABELS_FILE } from '../../formats/labels/episode-labels.js';
import { readRunNotes } from '../../formats/notes/read-run-notes.js';
import { NOTES_FILE } from '../../formats/notes/run-notes.js';
import type { RunCard } from '../../report/view/run-card.js';

/** What people have written of a run, as far as it was seen. */
interface Seen {
  readonly notes: string;
  readonly labels: string;
  readonly written: Pick<RunCard, 'tags' | 'note'>;
}

const NOTHING: Pick<RunCard, 'tags' | 'note'> = { tags: [], note: '' };

/** What people write of the runs of a folder, followed. It is not in the index: a note must not have a run read again. */
export class SideFiles {
  readonly #folder: string;
  readonly #seen = new Map<string, Seen>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Looks at the side-files of some runs; names those whose notes, or whose labels, are others than at the last look. */
  async look(
    names: readonly string[],
  ): Promise<{ readonly notes: readonly string[]; readonly labels: readonly string[] }> {
    const [notes, labels]: [string[], string[]] = [[], []];
    const there = new Set(names);
    for (const name of this.#seen.keys()) if (!there.has(name)) this.#seen.delete(name);
    for (const name of names) {
      const before = this.#seen.get(name);
      const directory = join(this.#folder, name);
      const now = {
        notes: await printOf(join(directory, NOTES_FILE)),
        labels: await printOf(join(directory, EPISODE_LABELS_FILE)),
      };
      const isNoted = before?.notes !== now.notes;
      this.#seen.set(name, {
        ...now,
        written: isNoted ? await written(directory, now.notes) : before.written,
      });
      // What was there at the first look is no news.
      if (before === undefined) continue;
      if (isNoted) notes.push(name);
      if (before.labels !== now.labels) labels.push(name);
    }
    return { notes, labels };
  }

  /** The card with tags and note, as they were at the last look. */
  withNotes(card: RunCard): RunCard {
    return { ...card, ...(this.#seen.get(card.id)?.written ?? NOTHING) };
  }
}

async function written(directory: string, print: string): Promise<Pick<RunCard, 'tags' | 'note'>> {
  const line = print === '' ? null : await readRunNotes(directory);
  return line === null ? NOTHING : { tags: line.tags, note: line.note };
}

/** Different where the file may be; empty where there is none. */
async function printOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  return found === null ? '' : `${found.size} ${found.mtimeNs} ${found.ino}`;
}
