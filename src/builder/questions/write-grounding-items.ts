import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DatasetError } from '../../errors.js';
import { isThere } from '../../files/is-there.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { readJsonRecords } from '../../formats/json-records.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { pictureMediaType } from '../../observations/pictures/picture-media-type.js';
import { decodePixels, encodePng } from '../../observations/pictures/pixels.js';
import type { GroundingItem } from './grounding-items.js';

/** Which of the numbers are of items that were written here, and of which screens. */
const ORIGINS = 'lowlevel_origins.jsonl';

const ListedSchema = z.array(z.looseObject({ id: z.int().nonnegative() }));
const OriginSchema = z.looseObject({ id: z.int().nonnegative() });

/**
 * Writes items and their screens: `lowlevel_tasks.json`, `lowlevel_tasks/`. Items of the folder that somebody else wrote stay; new ones take
 * the numbers from 1 that are free. Those of an earlier call are written anew. Source: SPHINX repository.
 *
 * @throws {TouchstoneError} where a screen cannot be read, or nothing can be written
 */
export async function writeGroundingItems(
  out: string,
  items: readonly GroundingItem[],
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const folder = join(out, 'lowlevel_tasks');
  const [list, origins] = [join(out, 'lowlevel_tasks.json'), join(out, ORIGINS)];
  await mkdir(folder, { recursive: true });
  const own = await ownNumbers(origins, signal);
  const before = (await isThere(list)) ? await readJsonFile(list, ListedSchema, { signal }) : [];
  const kept = before.filter(({ id }) => !own.has(id));
  const taken = new Set([
    ...kept.map(({ id }) => id),
    ...(await numbersOf(folder)).filter((id) => !own.has(id)),
  ]);
  const numbered = items.map((item) => {
    let id = 1;
    while (taken.has(id)) id += 1;
    taken.add(id);
    return { id, item };
  });
  // Numbers are claimed first: a call that was killed finds its own again.
  const claims = new Map([...own].map((id): [number, string] => [id, '']));
  for (const { id, item } of numbered) claims.set(id, item.screen.id);
  await writeWholeFile(origins, originLines(claims), { signal });
  const listed: unknown[] = [...kept];
  for (const { id, item } of numbered) {
    const { screen, ...rest } = item;
    const { hierarchy, picture } = screen;
    if (hierarchy === null) throw new DatasetError(`the screen ${screen.id} has no UI hierarchy`);
    await writeWholeFile(join(folder, `${id}.xml`), await hierarchy.load({ signal }));
    if (picture === null) await rm(join(folder, `${id}.png`), { force: true });
    else {
      const bytes = await picture.load({ signal });
      const isPng = pictureMediaType(bytes) === 'image/png';
      const png = isPng ? bytes : await encodePng(await decodePixels(bytes, { file: screen.id }));
      await writeWholeFile(join(folder, `${id}.png`), png);
    }
    listed.push({ id, ...rest });
  }
  await writeWholeFile(list, `${JSON.stringify(listed, null, 2)}\n`, { signal });
  const used = new Set(numbered.map(({ id }) => id));
  for (const id of own) {
    if (used.has(id)) continue;
    for (const ending of ['xml', 'png']) await rm(join(folder, `${id}.${ending}`), { force: true });
    claims.delete(id);
  }
  await writeWholeFile(origins, originLines(claims), { signal });
}

function originLines(claims: ReadonlyMap<number, string>): string {
  return [...claims].map(([id, screen]) => `${JSON.stringify({ id, screen })}\n`).join('');
}

async function ownNumbers(file: string, signal: AbortSignal): Promise<ReadonlySet<number>> {
  const own = new Set<number>();
  if (!(await isThere(file))) return own;
  for await (const { value } of readJsonRecords(file, { signal })) {
    const read = OriginSchema.safeParse(value);
    if (read.success) own.add(read.data.id);
  }
  return own;
}

/** Numbers of the screens that lie in the folder: those of items that were dropped, too. */
async function numbersOf(folder: string): Promise<readonly number[]> {
  return (await readdir(folder)).flatMap((name) => {
    const [, number] = /^(\d{1,9})\.(?:xml|png)$/.exec(name) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
}
