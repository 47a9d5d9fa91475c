import { pictureMediaType } from '../../observations/pictures/picture-media-type.js';
import { loadPictures, withPicture } from '../../observations/pictures/open-picture.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import type { PictureCache } from './pictures/picture-cache.js';
import type { ScreenBytes } from './results-folder.js';

/** Widths in pixels that pictures are scaled to; more would be as many copies of each. */
const WIDTHS = [120, 240, 480, 720, 1080] as const;
/** Bytes of scaled pictures that are held. */
const MOST_BYTES = 64 * 1024 * 1024;
const QUALITY = 72;

/** Scales pictures, and holds what it has made within a bound, what was asked for last the longest. */
export class ScaledPictures {
  readonly #held = new Map<string, ScreenBytes>();
  readonly #under = new Map<string, Promise<ScreenBytes>>();
  readonly #mostBytes: number;
  readonly #cache: PictureCache | null;
  #bytes = 0;

  /** @param options.cache keeps on disk what was scaled, for the next viewer */
  constructor(options: { readonly mostBytes?: number; readonly cache?: PictureCache } = {}) {
    this.#mostBytes = options.mostBytes ?? MOST_BYTES;
    this.#cache = options.cache ?? null;
  }

  /** Loads what scales pictures, so that the first who asks for one need not wait for it. Never rejects. */
  async prepare(): Promise<void> {
    await loadPictures();
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * A picture of at most `width` pixels, rounded up to one of a few; as it is where it is no wider, or `width` is null.
   *
   * @param key what the picture is, such as its run and hash
   * @param load reads it; null where there is none
   * @returns null where there is none, or what there is is no picture
   * @throws {PictureError}
   */
  async get(
    key: string,
    width: number | null,
    load: () => Promise<ScreenBytes | null>,
  ): Promise<ScreenBytes | null> {
    const rounded = width === null ? undefined : WIDTHS.find((known) => known >= width);
    if (rounded === undefined) return asPicture(await load());
    const name = `${rounded} ${key}`;
    // Read each time, scaled once: whether it may be shown can have changed since.
    const whole = asPicture(await load());
    if (whole === null) return null;
    const held = this.#held.get(name);
    if (held !== undefined) {
      this.#held.delete(name);
      this.#held.set(name, held);
      return held;
    }
    const making = this.#under.get(name) ?? this.#scaled(whole, rounded);
    this.#under.set(name, making);
    try {
      const made = await making;
      this.#hold(name, made);
      return made;
    } finally {
      this.#under.delete(name);
    }
  }

  /** By what the picture is, never by what it is called: whoever may not see a picture gets none that was kept of it. */
  async #scaled(whole: ScreenBytes, width: number): Promise<ScreenBytes> {
    const hash = sha256(whole.bytes);
    const kept = asPicture(await kindOf(this.#cache?.get(hash, width)));
    if (kept !== null) return kept;
    const made = await scaled(whole, width);
    if (made !== whole) await this.#cache?.put(hash, width, made.bytes);
    return made;
  }

  #hold(name: string, picture: ScreenBytes): void {
    if (this.#held.has(name) || picture.bytes.length > this.#mostBytes) return;
    this.#held.set(name, picture);
    this.#bytes += picture.bytes.length;
    for (const [oldest, { bytes }] of this.#held) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#held.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}

async function kindOf(found: Promise<Uint8Array | null> | undefined): Promise<ScreenBytes | null> {
  const bytes = (await found) ?? null;
  return bytes === null ? null : { mediaType: '', bytes };
}

/** By its first bytes: what a run says of a file is said by whoever made the run. */
function asPicture(found: ScreenBytes | null): ScreenBytes | null {
  const mediaType = found === null ? null : pictureMediaType(found.bytes);
  return found === null || mediaType === null ? null : { mediaType, bytes: found.bytes };
}

async function scaled(whole: ScreenBytes, width: number): Promise<ScreenBytes> {
  return withPicture(whole.bytes, { file: 'a picture of the run' }, async (picture) => {
    const size = await picture.metadata();
    if (size.width <= width) return whole;
    const bytes = await picture.resize({ width }).webp({ quality: QUALITY, effort: 2 }).toBuffer();
    return { mediaType: 'image/webp', bytes };
  });
}
