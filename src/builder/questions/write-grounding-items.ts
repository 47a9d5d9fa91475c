import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatasetError } from '../../errors.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { pictureMediaType } from '../../observations/pictures/picture-media-type.js';
import { decodePixels, encodePng } from '../../observations/pictures/pixels.js';
import type { GroundingItem } from './grounding-items.js';

/**
 * Writes items and their screens, numbered from 1: `lowlevel_tasks.json`, `lowlevel_tasks/`. Source: SPHINX repository.
 *
 * @throws {TouchstoneError} where a screen cannot be read, or nothing can be written
 */
export async function writeGroundingItems(
  out: string,
  items: readonly GroundingItem[],
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const folder = join(out, 'lowlevel_tasks');
  await mkdir(folder, { recursive: true });
  const listed: unknown[] = [];
  for (const [index, { screen, ...item }] of items.entries()) {
    const id = index + 1;
    const { hierarchy, picture } = screen;
    if (hierarchy === null) throw new DatasetError(`the screen ${screen.id} has no UI hierarchy`);
    await writeWholeFile(join(folder, `${id}.xml`), await hierarchy.load({ signal }));
    if (picture !== null) {
      const bytes = await picture.load({ signal });
      const isPng = pictureMediaType(bytes) === 'image/png';
      const png = isPng ? bytes : await encodePng(await decodePixels(bytes, { file: screen.id }));
      await writeWholeFile(join(folder, `${id}.png`), png);
    }
    listed.push({ id, ...item });
  }
  await writeWholeFile(join(out, 'lowlevel_tasks.json'), `${JSON.stringify(listed, null, 2)}\n`, { signal });
}
