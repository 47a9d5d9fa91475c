import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Activity, Screen } from '../../../domain/screen.js';
import { FileUnreadableError } from '../../../formats/file-errors.js';
import { fileContent } from '../../../formats/file-content.js';

/** Size of every screen of SPHINX, pixels. */
export const SPHINX_SCREEN_SIZE = { width: 768, height: 1280 } as const;

/** A folder with `N.xml` and `N.png`; contents are read when somebody looks. */
export interface ScreenFolder {
  readonly path: string;
  /** Numbers of the screens that have a UI hierarchy. */
  readonly numbers: ReadonlySet<number>;
  /** @throws {FileUnreadableError} when there is no such screen. */
  screen(number: number, activity: Activity | null): Screen;
}

/**
 * Lists a folder of screens; null when there is no such folder.
 *
 * @param options.within folder of the data, which no screen may lie outside of; the folder of the screens unless given
 * @throws {FileUnreadableError}
 */
export async function openScreenFolder(
  path: string,
  { within = path }: { readonly within?: string } = {},
): Promise<ScreenFolder | null> {
  const names = await namesIn(path);
  if (names === null) return null;
  const numbers = new Set<number>();
  for (const name of names) {
    const number = /^(\d{1,6})\.xml$/.exec(name)?.[1];
    if (number !== undefined) numbers.add(Number(number));
  }
  return {
    path,
    numbers,
    screen(number, activity) {
      const file = join(path, `${number}.xml`);
      if (!numbers.has(number)) {
        throw new FileUnreadableError('the screen is missing', {
          place: { file },
          hint: 'There is one screen for each action, and one more after the last unless that is a stop.',
        });
      }
      const picture = names.has(`${number}.png`)
        ? fileContent(join(path, `${number}.png`), 'image/png', { within })
        : null;
      const hierarchy = fileContent(file, 'application/xml', { within });
      return { id: file, size: SPHINX_SCREEN_SIZE, activity, picture, hierarchy };
    },
  };
}

async function namesIn(path: string): Promise<ReadonlySet<string> | null> {
  try {
    return new Set(await readdir(path));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new FileUnreadableError('the folder cannot be listed', {
      place: { file: path },
      hint: 'Check that it is a folder and may be read.',
      cause,
    });
  }
}
