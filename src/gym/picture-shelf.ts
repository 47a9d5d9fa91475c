import { createHash } from 'node:crypto';
import type { ScreenContent } from '../domain/screen.js';
import type { GymPictures } from './gym-options.js';

/** Pictures whose text is kept, so that a world whose screens many sessions see is encoded once; characters of base64. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Pictures that can be asked for by their hash. */
const MOST_NAMED = 20_000;

/** What an observation says of the picture. */
export interface ShownPicture {
  readonly screenshot?: string | null;
  readonly screenshot_media_type?: string;
  readonly screenshot_url?: string;
}

/** The pictures of what was observed, as the server gives them out. */
export class PictureShelf {
  readonly #kind: GymPictures;
  readonly #texts = new Map<string, string>();
  #kept = 0;
  readonly #named = new Map<string, ScreenContent>();

  constructor(kind: GymPictures) {
    this.#kind = kind;
  }

  async show(picture: ScreenContent | null): Promise<ShownPicture> {
    if (picture === null || this.#kind === 'none') return { screenshot: null };
    const { mediaType } = picture;
    if (this.#kind === 'inline') {
      return { screenshot: await this.#base64(picture), screenshot_media_type: mediaType };
    }
    const hash =
      picture.hash ??
      createHash('sha256')
        .update(await load(picture))
        .digest('hex');
    remember(this.#named, hash, picture, MOST_NAMED);
    return { screenshot_url: `/pictures/${hash}`, screenshot_media_type: mediaType };
  }

  /** One that an observation named; null where none did, or long ago. */
  async picture(hash: string): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string } | null> {
    const found = this.#named.get(hash);
    return found === undefined ? null : { bytes: await load(found), mediaType: found.mediaType };
  }

  async #base64(picture: ScreenContent): Promise<string> {
    const { hash } = picture;
    const known = hash === undefined ? undefined : this.#texts.get(hash);
    if (known !== undefined) return known;
    const text = Buffer.from(await load(picture)).toString('base64');
    if (hash !== undefined) this.#keep(hash, text);
    return text;
  }

  #keep(hash: string, text: string): void {
    for (const [oldest, old] of this.#texts) {
      if (this.#kept + text.length <= MOST_KEPT) break;
      this.#texts.delete(oldest);
      this.#kept -= old.length;
    }
    if (this.#texts.has(hash)) return;
    this.#texts.set(hash, text);
    this.#kept += text.length;
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

async function load(picture: ScreenContent): Promise<Uint8Array> {
  return await picture.load({ signal: new AbortController().signal });
}
