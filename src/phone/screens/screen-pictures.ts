import type Sharp from 'sharp';
import type { Size } from '../../domain/geometry.js';
import type { Observation, Screen, ScreenContent } from '../../domain/screen.js';
import { ByteCache } from './byte-cache.js';
import { FewAtOnce, NOT_WANTED } from './few-at-once.js';
import { encodePhonePng, isPhonePng, isPng } from './phone-png.js';
import { ScreenPictureError } from './screen-picture-error.js';

/**
 * Decoded picture: `data` are `width * height` pixels of red, green, blue and alpha, a byte each, row by row. Whoever asks for
 * the same picture shares them: look, and write nothing.
 */
export interface Pixels extends Size {
  readonly data: Uint8Array;
}

export interface PictureLimits {
  /** Bytes of PNG files kept. */
  readonly files?: number;
  /** Bytes of decoded pictures kept. */
  readonly pixels?: number;
}

/** Many times the largest phone screen; more would be a file that wants the memory. */
const MOST_PIXELS = 64_000_000;

/**
 * What a PNG file of a screen is: `rgba`, as `screencap -p` writes it whatever was recorded, or `recorded`, where PNG files
 * are given away byte by byte and other formats are converted.
 */
export type ScreenshotEncoding = 'rgba' | 'recorded';

/** Bytes of PNG files kept by default: some 100 screens of a phone. */
const MOST_FILES = 96 * 1024 * 1024;

/** Bytes of decoded pictures kept by default: some six screens of a phone. */
const MOST_DECODED = 64 * 1024 * 1024;

/** Pictures that are decoded or encoded at a time; each takes a processor for itself. */
const DECODED_AT_ONCE = 2;

/** A file that is a view of memory of more than this, and of more than four times its size, is copied before it is kept. */
const LARGE = 1024 * 1024;

/**
 * Values as the file has them, without its colour profile, as clients read them. What a decoder merely warns of is shown:
 * others show it too.
 */
const READING = { limitInputPixels: MOST_PIXELS, ignoreIcc: true, failOn: 'error' } as const;

const PLACEHOLDER_GREY = { r: 128, g: 128, b: 128 };

/**
 * Pictures of screens as phones give them away: 8-bit RGBA whatever file was recorded, encoded once while it is kept. Where
 * nobody recorded a picture there is a plain grey one of the screen's size.
 */
export class ScreenPictures {
  readonly #files: ByteCache;
  /** Files as they were recorded, for phones that are to give those away. */
  readonly #recorded: ByteCache;
  readonly #pixels: ByteCache<KeptPixels>;
  readonly #decoders = new FewAtOnce(DECODED_AT_ONCE);
  /** How many wait for the pixels of a picture. */
  readonly #wanted = new Map<unknown, number>();
  #decoded = 0;
  #encoded = 0;

  constructor({ files = MOST_FILES, pixels = MOST_DECODED }: PictureLimits = {}) {
    this.#files = new ByteCache(files);
    this.#recorded = new ByteCache(files);
    this.#pixels = new ByteCache(pixels);
  }

  /** How often a recorded file was encoded anew. */
  get encoded(): number {
    return this.#encoded;
  }

  /** How often a picture was decoded. */
  get decoded(): number {
    return this.#decoded;
  }

  /**
   * The screen on display as a PNG file.
   *
   * @param fallback size of a screen that has neither picture nor size
   * @throws {TouchstoneError} when the picture cannot be had; {@link ScreenPictureError} when it cannot be shown, or has
   * another size than its screen
   */
  async png(
    observation: Observation,
    fallback: Size,
    encoding: ScreenshotEncoding = 'rgba',
  ): Promise<Uint8Array> {
    const { screen } = observation;
    const { id, picture } = screen;
    const key = keyOf(observation, fallback);
    if (picture === null) return this.#files.get(key, () => plain(screen.size ?? fallback, id));
    const bytes =
      encoding === 'rgba'
        ? await this.#files.get(key, () => this.#encode(picture, id))
        : await this.#recorded.get(key, () => recordedPng(picture, id));
    return ofSize(bytes, screen, picture);
  }

  /**
   * The same decoded, once for all who ask while it is kept or being decoded; few at a time, and not at all where all who
   * asked are gone when its turn comes.
   *
   * @throws {TouchstoneError} when the picture cannot be had; {@link ScreenPictureError} when it cannot be shown
   * @throws {DOMException} `AbortError` once the signal is aborted
   */
  async pixels(
    observation: Observation,
    fallback: Size,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<Pixels> {
    const key = keyOf(observation, fallback);
    const file = await this.png(observation, fallback);
    const decodeIt = (): Promise<KeptPixels> => {
      this.#decoded += 1;
      return decode(file, observation.screen.id);
    };
    for (;;) {
      signal?.throwIfAborted();
      this.#wanted.set(key, (this.#wanted.get(key) ?? 0) + 1);
      try {
        const made = this.#pixels.get(key, () =>
          this.#decoders.run(decodeIt, () => (this.#wanted.get(key) ?? 0) > 0),
        );
        return await unlessAborted(made, signal);
      } catch (error) {
        // Others gave up just before this one came.
        if (error !== NOT_WANTED) throw error;
      } finally {
        const wanted = (this.#wanted.get(key) ?? 1) - 1;
        if (wanted > 0) this.#wanted.set(key, wanted);
        else this.#wanted.delete(key);
      }
    }
  }

  async #encode(picture: ScreenContent, id: string): Promise<Uint8Array> {
    const bytes = await load(picture, id);
    if (isPhonePng(bytes)) return bytes;
    // Nobody's going away ends it: the next who asks finds it done.
    return this.#decoders.run(
      () => {
        this.#encoded += 1;
        return shown(id, async (sharp) =>
          encodePhonePng(sharp(bytes, READING), { recordedBytes: bytes.byteLength }),
        );
      },
      () => true,
    );
  }
}

/** Pixels with what they take up, for the cache. */
interface KeptPixels extends Pixels {
  readonly byteLength: number;
}

/** Tells pictures apart. */
function keyOf({ screen }: Observation, fallback: Size): unknown {
  if (screen.picture !== null) return screen.picture.hash ?? screen.picture;
  const { width, height } = screen.size ?? fallback;
  return `plain ${width} ${height}`;
}

/** What the promise gives; rejects at once when the signal is aborted, and what it gives is nobody's. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let leave = (): void => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([promise, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** What all phones of a process share, so that many phones on one world keep its pictures once. */
export const SHARED_PICTURES = new ScreenPictures();

/** The recorded file as it is. */
async function load(picture: ScreenContent, id: string): Promise<Uint8Array> {
  // What is loaded serves other phones too, so no single client's going away may end it.
  const loaded = await picture.load({ signal: new AbortController().signal });
  const { byteLength } = loaded.buffer;
  const bytes = byteLength > Math.max(LARGE, 4 * loaded.length) ? loaded.slice() : loaded;
  if (isPng(bytes)) refuseHuge(bytes, id);
  return bytes;
}

/** The recorded file, byte by byte where it is PNG. */
async function recordedPng(picture: ScreenContent, id: string): Promise<Uint8Array> {
  const bytes = await load(picture, id);
  if (isPng(bytes)) return bytes;
  return shown(id, async (sharp) => sharp(bytes, READING).toColourspace('srgb').png().toBuffer());
}

function plain(size: Size, id: string): Promise<Uint8Array> {
  return shown(id, async (sharp) =>
    encodePhonePng(
      sharp({
        create: { ...size, channels: 3, background: PLACEHOLDER_GREY },
        limitInputPixels: MOST_PIXELS,
      }),
    ),
  );
}

function decode(bytes: Uint8Array, id: string): Promise<KeptPixels> {
  return shown(id, async (sharp) => {
    const { data, info } = await sharp(bytes, READING)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data, byteLength: data.byteLength };
  });
}

/** Loads what encodes and decodes, so that the first who asks for a picture need not wait for it. Never rejects. */
export async function loadEncoder(): Promise<void> {
  await import('sharp').catch(() => {});
}

async function shown<T>(id: string, work: (sharp: typeof Sharp) => Promise<T>): Promise<T> {
  // Loaded on first use: it is heavy, and phones that only give PNG files away need none of it.
  const { default: sharp } = await import('sharp');
  try {
    return await work(sharp);
  } catch (cause) {
    throw new ScreenPictureError(`the picture of screen ${id} cannot be shown`, {
      hint: `Is the file complete? Phones take PNG, JPEG and WebP of at most ${MOST_PIXELS / 1e6} million pixels.`,
      cause,
    });
  }
}

/** Whoever measures on the picture touches the screen: a picture of another size than `wm size` says would lead every touch astray. */
async function ofSize(bytes: Uint8Array, { id, size }: Screen, picture: ScreenContent): Promise<Uint8Array> {
  if (size === null) return bytes;
  const { width, height } = sizeOf(bytes);
  if (width === size.width && height === size.height) return bytes;
  const file = await picture.locate?.();
  throw new ScreenPictureError(
    `the picture of screen ${id} has ${width} x ${height} pixels, and the screen ${size.width} x ${size.height}`,
    {
      ...(file === undefined ? {} : { place: { file } }),
      hint: 'A phone shows pictures as they are: give the screen the size of its picture, or record the picture again.',
    },
  );
}

/** Of a PNG file, by its header. */
function sizeOf(bytes: Uint8Array): Size {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The header alone says it, so that nobody down the line has to find out by decoding. Source: PNG specification, 11.2.2. */
function refuseHuge(bytes: Uint8Array, id: string): void {
  if (bytes.byteLength < 24) throw new ScreenPictureError(`the picture of screen ${id} is cut off`);
  const { width, height } = sizeOf(bytes);
  if (width * height <= MOST_PIXELS) return;
  throw new ScreenPictureError(
    `the picture of screen ${id}, ${width} x ${height} pixels, is larger than any screen`,
    { hint: `At most ${MOST_PIXELS / 1e6} million pixels are taken.` },
  );
}
