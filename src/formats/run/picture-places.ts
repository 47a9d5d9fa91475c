import { join } from 'node:path';
import { z } from 'zod';
import { FileUnreadableError, whyUnreadable } from '../../files/file-errors.js';
import { readJsonFile } from '../read-json-file.js';
import { writeJsonFile } from '../write-json-file.js';

const FILE = 'files.json';

/** Where the pictures of a run are besides its own `files/`. No keys, no endpoint: those are of who reads. */
export const PicturePlacesSchema = z.object({
  formatVersion: z.literal(1),
  /** Absolute paths of folders, and addresses such as `s3://bucket/prefix`; looked through in this order. */
  places: z.array(z.string().min(1).max(2048)).max(16),
});

/** The places of a run's pictures besides its folder, first the one to look into first. @throws {DatasetError} for a broken file */
export async function readPicturePlaces(runDirectory: string): Promise<readonly string[]> {
  try {
    const file = join(runDirectory, FILE);
    return (await readJsonFile(file, PicturePlacesSchema, { within: runDirectory })).places;
  } catch (error) {
    if (error instanceof FileUnreadableError && whyUnreadable(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Adds a place, to be looked into first. */
export async function addPicturePlace(runDirectory: string, place: string): Promise<void> {
  const before = await readPicturePlaces(runDirectory);
  if (before[0] === place) return;
  const places = [place, ...before.filter((other) => other !== place)];
  await writeJsonFile(join(runDirectory, FILE), { formatVersion: 1, places }, PicturePlacesSchema);
}
