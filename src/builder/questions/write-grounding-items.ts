import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatasetError } from '../../errors.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
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
    if (picture?.mediaType === 'image/png') {
      await writeWholeFile(join(folder, `${id}.png`), await picture.load({ signal }));
    }
    listed.push({ id, ...item });
  }
  await writeWholeFile(join(out, 'lowlevel_tasks.json'), `${JSON.stringify(listed, null, 2)}\n`, { signal });
}
