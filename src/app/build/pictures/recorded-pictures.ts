import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { RecordedPicture } from '../../../builder/complete/complete-pairs.js';
import { chosenFrames, type FrameChoice } from '../../../builder/complete/choose-frames.js';
import {
  isNearlyIdentical,
  sketchFrame,
  type FrameSketch,
} from '../../../builder/complete/near-identical.js';
import { pictureSize } from '../../../domain/coordinates/picture-size.js';
import type { Size } from '../../../domain/geometry.js';
import { HierarchyParseError } from '../../../domain/hierarchy/hierarchy-parse-error.js';
import { parseHierarchy } from '../../../domain/hierarchy/parse-hierarchy.js';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError, UserError } from '../../../errors.js';
import { FILE_LIMITS } from '../../../files/file-limits.js';
import { isThere } from '../../../files/is-there.js';
import { readBytes } from '../../../files/read-bytes.js';
import { FileUnreadableError } from '../../../formats/file-errors.js';
import { readTextFile } from '../../../formats/read-json-file.js';
import { decodePixels } from '../../../observations/pictures/pixels.js';
import { pictureMediaType } from '../../../observations/pictures/picture-media-type.js';

export interface RecordedPicturesOptions {
  readonly mode: Mode;
  /** What is recorded, where no `query.txt` says it. */
  readonly query: string | null;
  /** How the frames of a video are chosen; null for screenshots, all of which are looked at. */
  readonly frames: FrameChoice | null;
  /** Share of the frames of a video, 0-1. */
  readonly share: number;
  readonly signal: AbortSignal;
}

/** A recording in pictures alone, read one by one. */
export interface PictureRecording {
  readonly name: string;
  readonly query: string;
  /** Folder of its pictures; absolute. */
  readonly folder: string;
  /** Of all its pictures; pixels. */
  readonly size: Size;
  /** How many there are; more than are used where frames show the same. */
  readonly count: number;
  pictures(): AsyncGenerator<RecordedFrame>;
}

/** A picture of a recording, or a file that holds none: cut off, damaged, or something else. */
export type RecordedFrame =
  | (RecordedPicture & { readonly type: 'picture'; readonly xml: Uint8Array | null })
  | { readonly type: 'broken'; readonly name: string; readonly error: DatasetError };

const VIDEOS = /\.(?:mp4|mov|mkv|webm|avi|m4v|3gp)$/i;
const PICTURES = /\.(?:png|jpe?g)$/i;
const ANIMATED = /\.(?:webp|gif)$/i;
/** As the published script names screenshots. */
const PUBLISHED = /^Screenshot_step_(\d+)_raw\.(?:png|jpe?g)$/i;
const MAX_ANIMATION = 512 * 1024 * 1024;
const MOST_PIXELS = 64_000_000;

/** A recording of another phone, or of several. */
class OtherPhoneError extends DatasetError {
  constructor(file: string, size: Size, first: Size) {
    super(
      `this picture is ${size.width} x ${size.height} pixels, those before it ${first.width} x ${first.height}: another phone, or it was turned`,
      { place: { file }, hint: 'A recording is of one phone, held one way: divide it into one folder each.' },
    );
  }
}

/**
 * Opens a folder of screenshots, a folder of a video's frames, or an animated WebP or GIF.
 *
 * @throws {UserError} for a video that has to be taken apart first, and where nobody says what is recorded
 * @throws {DatasetError} for no pictures, or for pictures of different sizes (while they are read); what is broken is left out
 */
export async function openRecordedPictures(
  path: string,
  options: RecordedPicturesOptions,
): Promise<PictureRecording> {
  if (VIDEOS.test(path)) {
    throw new UserError('videos of this kind are not read', {
      place: { file: path },
      hint: 'Take it apart first: ffmpeg -i VIDEO frames/%06d.png; then name the folder, with --frames even.',
    });
  }
  const found = await stat(path).catch(() => null);
  if (found === null)
    throw new FileUnreadableError('there is no such file or folder', {
      place: { file: path },
      hint: 'Name a folder of screenshots, or an animated WebP or GIF file.',
    });
  return found.isDirectory() ? openFolder(path, options) : openAnimation(path, options);
}

async function openFolder(folder: string, options: RecordedPicturesOptions): Promise<PictureRecording> {
  const { mode, frames, share, signal } = options;
  const entries = (await readdir(folder)).filter((name) => PICTURES.test(name));
  const published = entries.filter((name) => PUBLISHED.test(name));
  const isNamed = frames === null && (mode === 'reference' || published.length > 0);
  const names = isNamed
    ? published.toSorted((a, b) => numberOf(a) - numberOf(b))
    : entries.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const chosen =
    frames === null ? names : chosenFrames(names.length, share, frames).map((index) => names[index] ?? '');
  const files = chosen.map((name) => join(folder, name));
  if (files.length < 2) {
    throw new DatasetError('there are no two screenshots', {
      place: { file: folder },
      hint: 'They are named Screenshot_step_1_raw.png and so on; in corrected mode, any names in their order.',
    });
  }
  const load = async (file: string): Promise<Buffer> =>
    readBytes(file, { maxBytes: FILE_LIMITS.picture, within: folder, signal });
  let size: Size | null = null;
  for (const file of files) size ??= pictureSize(await load(file));
  if (size === null) throw new DatasetError('this is no picture', { place: { file: files[0] ?? folder } });
  const { width, height } = size;
  return {
    name: basename(folder),
    folder,
    query: await queryOf(join(folder, 'query.txt'), options),
    size: { width, height },
    count: files.length,
    pictures: () => readPictures(files, { ...options, size: { width, height }, load }),
  };
}

async function openAnimation(file: string, options: RecordedPicturesOptions): Promise<PictureRecording> {
  const { frames, share, signal } = options;
  if (!ANIMATED.test(file)) {
    throw new UserError('this is neither a folder of screenshots nor an animated WebP or GIF', {
      place: { file },
      hint: 'Name the folder that the screenshots lie in.',
    });
  }
  const bytes = await readBytes(file, { maxBytes: MAX_ANIMATION, signal });
  const { default: sharp } = await import('sharp');
  const open = (page: number) => sharp(bytes, { page, pages: 1, limitInputPixels: MOST_PIXELS });
  const {
    pages = 1,
    width,
    height,
  } = await open(0)
    .metadata()
    .catch((cause: unknown) => {
      throw new DatasetError('the animation cannot be decoded', { place: { file }, cause });
    });
  const chosen = chosenFrames(pages, share, frames ?? 'even');
  if (chosen.length < 2) throw new DatasetError('there are no two frames', { place: { file } });
  const names = new Map(chosen.map((page) => [`${basename(file)}#${page}`, page]));
  return {
    name: basename(file, extname(file)),
    folder: dirname(file),
    query: await queryOf(`${file.slice(0, -extname(file).length)}.txt`, options),
    size: { width, height },
    count: chosen.length,
    pictures: () =>
      readPictures([...names.keys()], {
        ...options,
        frames: frames ?? 'even',
        size: { width, height },
        load: (name) =>
          open(names.get(name) ?? 0)
            .png()
            .toBuffer()
            .catch((cause: unknown) => {
              throw new DatasetError(`the frame ${name} cannot be decoded`, { place: { file }, cause });
            }),
      }),
  };
}

async function* readPictures(
  files: readonly string[],
  {
    mode,
    frames,
    size,
    load,
    signal,
  }: RecordedPicturesOptions & { readonly size: Size; readonly load: (file: string) => Promise<Uint8Array> },
): ReturnType<PictureRecording['pictures']> {
  let last: FrameSketch | null = null;
  for (const file of files) {
    signal.throwIfAborted();
    const name = basename(file);
    const isChecked = mode === 'corrected' || frames !== null;
    let bytes: Uint8Array;
    try {
      bytes = await load(file);
      const { width, height } = await decodePixels(bytes, { file });
      if (isChecked && (width !== size.width || height !== size.height))
        throw new OtherPhoneError(file, { width, height }, size);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DatasetError) || error instanceof OtherPhoneError) throw error;
      yield { type: 'broken', name, error };
      continue;
    }
    const mediaType = pictureMediaType(bytes);
    if (mediaType === null) {
      yield { type: 'broken', name, error: new DatasetError('this is no picture', { place: { file } }) };
      continue;
    }
    if (frames !== null && mode === 'corrected') {
      const sketch = await sketchFrame(bytes);
      if (last !== null && isNearlyIdentical(last, sketch)) continue;
      last = sketch;
    }
    const xml = await hierarchyNextTo(file, signal);
    const hierarchy = xml === null ? null : readable(xml);
    yield { type: 'picture', name, bytes, mediaType, xml, hierarchy };
  }
}

async function queryOf(file: string, { query, signal }: RecordedPicturesOptions): Promise<string> {
  if (query !== null) return query;
  if (await isThere(file)) return (await readTextFile(file, { signal })).trim();
  throw new UserError('nobody says what is recorded', {
    place: { file },
    hint: 'Write it into this file, or name it with --query.',
  });
}

async function hierarchyNextTo(file: string, signal: AbortSignal): Promise<Uint8Array | null> {
  const xml = file.replace(PICTURES, '.xml');
  if (xml === file || !(await isThere(xml))) return null;
  return readBytes(xml, { maxBytes: FILE_LIMITS.hierarchy, signal });
}

function readable(xml: Uint8Array): RecordedPicture['hierarchy'] {
  try {
    return parseHierarchy(xml);
  } catch (error) {
    if (error instanceof HierarchyParseError) return null;
    throw error;
  }
}

function numberOf(name: string): number {
  return Number(PUBLISHED.exec(name)?.[1] ?? 0);
}
