import { createHash } from 'node:crypto';
import type { ScreenContent } from '../domain/screen.js';
import { TouchstoneError } from '../errors.js';
import type { GymPictures } from './gym-options.js';

/** Pictures whose text is kept, so that a world whose screens many sessions see is encoded once; characters of base64. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Pictures that can be asked for by their hash; bytes of those that lie in no world, and are held here. */
const MOST_NAMED = 20_000;
const MOST_HELD = 256 * 1024 * 1024;

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
  readonly #named = new Map<string, { readonly picture: ScreenContent; readonly bytes: number }>();
  #held = 0;

  constructor(kind: GymPictures) {
    this.#kind = kind;
  }

  /** One that cannot be had is null: the step that led to it is done all the same. */
  show(picture: ScreenContent | null): ShownPicture | Promise<ShownPicture> {
    return picture === null || this.#kind === 'none' ? NOTHING : this.#tryToShow(picture);
  }

  async #tryToShow(picture: ScreenContent): Promise<ShownPicture> {
    try {
      return await this.#shown(picture);
    } catch (error) {
      if (error instanceof TouchstoneError) return NOTHING;
      throw error;
    }
  }

  async #shown(picture: ScreenContent): Promise<ShownPicture> {
    const { mediaType } = picture;
    if (this.#kind === 'inline') {
      return { screenshot: await this.#base64(picture), screenshot_media_type: mediaType };
    }
    const { hash = await this.#hold(picture) } = picture;
    if (picture.hash !== undefined) this.#name(hash, picture, 0);
    return { screenshot_url: `/pictures/${hash}`, screenshot_media_type: mediaType };
  }

  /** Gives the hash of a picture that has none, as those of live screens. */
  async #hold(picture: ScreenContent): Promise<string> {
    const bytes = await load(picture);
    const hash = createHash('sha256').update(bytes).digest('hex');
    this.#name(hash, picture, bytes.length);
    return hash;
  }

  #name(hash: string, picture: ScreenContent, bytes: number): void {
    this.#forget(hash);
    this.#named.set(hash, { picture, bytes });
    this.#held += bytes;
    for (const oldest of this.#named.keys()) {
      if (this.#named.size <= MOST_NAMED && this.#held <= MOST_HELD) break;
      this.#forget(oldest);
    }
  }

  #forget(hash: string): void {
    this.#held -= this.#named.get(hash)?.bytes ?? 0;
    this.#named.delete(hash);
  }

  /** One that an observation named; null where none did, or long ago. */
  async picture(hash: string): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string } | null> {
    const found = this.#named.get(hash)?.picture;
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

const NOTHING: ShownPicture = { screenshot: null };

async function load(picture: ScreenContent): Promise<Uint8Array> {
  return await picture.load({ signal: new AbortController().signal });
}
