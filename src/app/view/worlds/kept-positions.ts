import { mkdir } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { MapPosition } from '../../../domain/graph/map/map-layout.js';
import { FileWriteError } from '../../../files/file-write-error.js';
import {
  MAP_POSITIONS_FILE,
  readMapPositions,
  writeMapPositions,
} from '../../../formats/graph/map-positions.js';
import { INDEX_FOLDER } from '../indexing/open-index.js';
import type { WorldPlace } from './world-place.js';

/**
 * Where the screens of worlds are drawn, kept from one time to the next: beside the world where it is the user's own, in the
 * folder of runs where it is bundled, belongs to somebody else's run or cannot be written.
 */
export class KeptPositions {
  readonly #folder: string;
  readonly #mayWrite: boolean;

  /** @param folder of runs */
  constructor(folder: string, { mayWrite }: { readonly mayWrite: boolean }) {
    this.#folder = folder;
    this.#mayWrite = mayWrite;
  }

  /** By ids of nodes; null where none were kept. */
  async read(place: WorldPlace): Promise<ReadonlyMap<string, MapPosition> | null> {
    const beside =
      place.folder === null ? null : await readMapPositions(join(place.folder, MAP_POSITIONS_FILE));
    return beside ?? (await readMapPositions(this.#elsewhere(place)));
  }

  /** Keeps them where that may be done; a place that cannot be written is none. */
  async write(place: WorldPlace, positions: ReadonlyMap<string, MapPosition>): Promise<void> {
    if (!this.#mayWrite) return;
    if (place.folder !== null && place.isOwn) {
      if (await isWritten(join(place.folder, MAP_POSITIONS_FILE), positions)) return;
    }
    const file = this.#elsewhere(place);
    await mkdir(dirname(file), { recursive: true }).catch(() => undefined);
    await isWritten(file, positions);
  }

  #elsewhere({ benchmark, folder }: WorldPlace): string {
    const name = createHash('sha256')
      .update(folder ?? benchmark)
      .digest('hex')
      .slice(0, 32);
    return join(this.#folder, INDEX_FOLDER, 'maps', `${name}.json`);
  }
}

async function isWritten(file: string, positions: ReadonlyMap<string, MapPosition>): Promise<boolean> {
  try {
    await writeMapPositions(file, positions);
    return true;
  } catch (error) {
    if (error instanceof FileWriteError) return false;
    throw error;
  }
}
