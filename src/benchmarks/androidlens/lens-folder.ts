import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import type { Size } from '../../domain/geometry.js';
import { DatasetError, TouchstoneError } from '../../errors.js';
import { FileUnreadableError } from '../../formats/file-errors.js';
import { FILE_LIMITS } from '../../files/file-limits.js';
import { readBytes } from '../../files/read-bytes.js';
import { readHeadSync } from '../../files/read-head.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import { LANGUAGES, type LensLanguage, type PictureFinder } from './lens-episode.js';

/** Where an episode lies. */
export interface LensEntry {
  /** Folder name; `<language>/<folder>` where both languages have one of that name. */
  readonly id: string;
  readonly language: LensLanguage;
  readonly folder: string;
  readonly file: string;
}

/**
 * Folders of episodes, English first, in the order of their names; nothing of them is read.
 *
 * @throws {FileUnreadableError} when there is neither `test/en` nor `test/zh`
 */
export async function listEpisodes(
  dataDirectory: string,
  languages: readonly LensLanguage[] = LANGUAGES,
): Promise<LensEntry[]> {
  const names = new Map<LensLanguage, string[]>();
  for (const language of LANGUAGES)
    names.set(language, await foldersIn(join(dataDirectory, 'test', language)));
  const chosen = languages.flatMap((language) =>
    (names.get(language) ?? []).map((name): LensEntry => {
      const isTwice = LANGUAGES.every((one) => names.get(one)?.includes(name));
      const folder = join(dataDirectory, 'test', language, name);
      return {
        id: isTwice ? `${language}/${name}` : name,
        language,
        folder,
        file: join(folder, `${name}.json`),
      };
    }),
  );
  if (chosen.length > 0) return chosen;
  throw new FileUnreadableError(
    `there is no episode in ${languages.map((one) => `test/${one}`).join(' or ')}`,
    {
      place: { file: dataDirectory },
      hint: 'Name the folder that holds test/en and test/zh with --data; `touchstone data check androidlens` says what is there.',
    },
  );
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

/** Bytes of a picture that hold its size: PNG's stand in the first 24, JPEG's behind its tables. */
const HEAD_BYTES = [64, 64 * 1024] as const;

/**
 * Screenshots of one episode: by the path that the data give, or as `<folder>_<step>.png`. Files are read one by one
 * and synchronously: through the queue of asynchronous calls, 24 bytes of each cost many times as much.
 */
export function picturesOf({ folder }: LensEntry, dataDirectory: string): PictureFinder {
  const name = basename(folder);
  const sizes = new Map<string, Size>();
  return {
    find: async (named, index) => {
      const file = placeOf(named ?? `${name}_${index}.png`, { folder, dataDirectory });
      if (file === null) {
        throw new DatasetError(`the screenshot of step ${index} is missing`, {
          place: { file: join(folder, named ?? `${name}_${index}.png`) },
          hint: 'Is the download complete? A mapping file may name the key of screenshots as "screenshot".',
        });
      }
      const size = sizes.get(file) ?? sizeOf(file, dataDirectory);
      sizes.set(file, size);
      return { file, size };
    },
    hash: async (file) =>
      createHash('sha256')
        .update(await readBytes(file, { maxBytes: FILE_LIMITS.picture, within: dataDirectory }))
        .digest('hex'),
  };
}

/** The first place within the data where the picture is. */
function placeOf(
  named: string,
  { folder, dataDirectory }: { readonly folder: string; readonly dataDirectory: string },
): string | null {
  for (const file of [join(folder, named), join(dataDirectory, named), join(folder, basename(named))]) {
    const inside = relative(dataDirectory, file);
    if (inside.startsWith('..') || isAbsolute(inside)) continue;
    if (isFile(file)) return file;
  }
  return null;
}

/** A name that no file can have is that of no file. */
function isFile(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** @throws {DatasetError} when the file cannot be read, lies outside the data or is no picture */
function sizeOf(file: string, within: string): Size {
  let cause: unknown;
  try {
    for (const length of HEAD_BYTES) {
      const size = pictureSize(readHeadSync(file, length, { maxBytes: FILE_LIMITS.picture, within }));
      if (size !== null) return size;
    }
  } catch (error) {
    if (error instanceof TouchstoneError) throw error;
    cause = error;
  }
  throw new DatasetError('the screenshot is no picture', {
    place: { file },
    hint: 'Record or download it again.',
    cause,
  });
}
