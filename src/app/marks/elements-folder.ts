import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { ElementSource } from '../../agents/marks/element-source.js';
import { readPictureSize } from '../../benchmarks/data-check/read-picture-size.js';
import type { DetectedPicture, Detections } from '../../domain/detections/detected-element.js';
import type { Screen } from '../../domain/screen.js';
import { unsafePathReason } from '../../formats/safe-path.js';
import { readJsonFile } from '../../formats/read-json-file.js';
import { readOmniParser } from '../../observations/detections/read-omniparser.js';
import { ElementsFileError } from './elements-file-error.js';

/** The file of a screen, and what it said when the run began. */
interface ElementsFile {
  readonly file: string;
  readonly hash: string;
}

/**
 * Detected elements from a folder with one output of OmniParser for each picture, all looked through before anything is run.
 *
 * @param folder absolute
 * @param screens those of the run
 * @param options `isWhole`: every screen without a UI hierarchy must have its file
 * @throws {ElementsFileError} for a file that is missing, of another picture, or without a usable element
 */
export async function openElementsFolder(
  folder: string,
  screens: AsyncIterable<Screen> | Iterable<Screen>,
  { isWhole, signal }: { readonly isWhole: boolean; readonly signal: AbortSignal },
): Promise<ElementSource> {
  const files = new Map<string, ElementsFile>();
  const owners = new Map<string, string>();
  for await (const screen of screens) {
    if (screen.hierarchy !== null || screen.picture === null) continue;
    const file = await findFile(folder, screen.id);
    if (file === null) {
      if (isWhole) throw missing(folder, screen.id);
      continue;
    }
    const other = owners.get(file);
    if (other !== undefined) throw shared(file, other, screen.id);
    owners.set(file, screen.id);
    const { detections, picture } = await readElements(file, folder, signal);
    if (picture !== null) await requirePicture(screen, picture, file, signal);
    files.set(screen.id, { file, hash: hashOf(detections) });
  }
  return {
    identity: { files: files.size, hash: hashOfAll(files) },
    detect: async ({ id }, options) => {
      const known = files.get(id);
      if (known === undefined) return null;
      const { detections } = await readElements(known.file, folder, options.signal);
      if (hashOf(detections) === known.hash) return detections;
      throw new ElementsFileError('the detected elements are others than when the run began', {
        place: { file: known.file },
        hint: 'Bring back the file as it was, or start a new run.',
      });
    },
  };
}

/**
 * The names that a screen's file may have, below the folder: those of its picture with and without its ending, by its whole
 * path or by its name alone.
 */
function namesOf(id: string): readonly string[] {
  const whole = [id.replace(/\.(?:png|jpe?g|webp)$/i, ''), id];
  const names = [...whole, ...whole.map((name) => basename(name))].map((name) => `${name}.json`);
  return [...new Set(names)].filter((name) => unsafePathReason(name) === null);
}

async function findFile(folder: string, id: string): Promise<string | null> {
  for (const name of namesOf(id)) {
    const file = join(folder, name);
    const isThere = await stat(file).then(
      (found) => found.isFile(),
      () => false,
    );
    if (isThere) return file;
  }
  return null;
}

async function readElements(
  file: string,
  folder: string,
  signal: AbortSignal,
): Promise<{ readonly detections: Detections; readonly picture: DetectedPicture | null }> {
  const read = readOmniParser(await readJsonFile(file, z.unknown(), { within: folder, signal }));
  if (read.type === 'problem') {
    throw new ElementsFileError(`it is no output of OmniParser: ${read.message}`, {
      place: { file, path: read.path },
      hint: 'docs/marks.md shows the forms that are read.',
    });
  }
  if (read.detections.elements.length > 0) return read;
  throw new ElementsFileError('it holds no element with a place on the picture', {
    place: { file },
    hint: 'Detect the elements of this picture again, or leave its task out with --tasks.',
  });
}

/** @throws {ElementsFileError} when the elements are those of another picture */
async function requirePicture(
  screen: Screen,
  { size, sha256 }: DetectedPicture,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const { id, picture } = screen;
  if (picture === null) return;
  const found = size === null ? null : await readPictureSize(picture, { signal });
  if (size !== null && found !== null && (found.width !== size.width || found.height !== size.height)) {
    const [theirs, ours] = [size, found].map(({ width, height }) => `${width} x ${height}`);
    throw otherPicture(file, `of ${theirs}, and ${id} is ${ours}`);
  }
  if (sha256 === null) return;
  const own = picture.hash ?? hash('sha256', await picture.load({ signal }));
  if (own !== sha256) throw otherPicture(file, `whose hash is not that of ${id}`);
}

function otherPicture(file: string, what: string): ElementsFileError {
  return new ElementsFileError(`its elements are those of another picture, ${what}`, {
    place: { file, path: ['picture'] },
    hint: 'Detect the elements on the pictures of this data, or name the folder that belongs to them.',
  });
}

function missing(folder: string, id: string): ElementsFileError {
  return new ElementsFileError(`there are no detected elements of ${id}`, {
    place: { file: join(folder, namesOf(id)[0] ?? '') },
    hint: 'Run OmniParser on this picture and keep its output there, or name a detector for what is missing with --role detector=FILE (docs/marks.md).',
  });
}

function shared(file: string, one: string, other: string): ElementsFileError {
  return new ElementsFileError(`it stands for two screens, ${one} and ${other}`, {
    place: { file },
    hint: 'Keep the outputs in folders like those of the pictures, below the folder of --elements.',
  });
}

function hashOf(detections: Detections): string {
  return hash('sha256', JSON.stringify(detections));
}

/** Independent of where the files lie and how they were found. */
function hashOfAll(files: ReadonlyMap<string, ElementsFile>): string {
  const lines = [...files].map(([id, file]) => JSON.stringify([id, file.hash])).sort();
  return hash('sha256', lines.join('\n'));
}
