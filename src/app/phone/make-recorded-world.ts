import { writeRecordedWorld, type WrittenWorld } from '../../builder/world/write-recorded-world.js';
import { requireFolder } from '../settings/require-folder.js';

/**
 * Makes a world, in a folder that holds none, of what was recorded on a real phone.
 *
 * @throws {UserError | DatasetError} for a recording that cannot be read, and a folder that cannot be written
 */
export async function makeRecordedWorld(
  recording: string,
  options: Parameters<typeof writeRecordedWorld>[1],
): Promise<WrittenWorld> {
  await requireFolder(options.out, '--out');
  return writeRecordedWorld(recording, options);
}
