import type { Screen, ScreenContent } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import { sha256 } from '../../formats/run/canonical-json.js';
import type { Capture } from './material.js';

/** Turns screens into captures, one after another; contents that cannot be had are left out and counted. */
export class CaptureCollector {
  readonly captures: Capture[] = [];
  readonly #signal: AbortSignal;
  readonly #hashes = new WeakMap<ScreenContent, string>();
  #missing = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** What to say of contents that could not be had. */
  get warnings(): readonly string[] {
    return this.#missing === 0 ? [] : [`${this.#missing} pictures or hierarchies of screens cannot be read`];
  }

  /** Place of the screen's capture. */
  async add({ size, activity, picture, hierarchy }: Omit<Screen, 'id'>): Promise<number> {
    const [pictureHash, hierarchyHash] = [await this.#hashOf(picture), await this.#hashOf(hierarchy)];
    return (
      this.captures.push({
        size,
        activity,
        picture: pictureHash,
        ...fileOf(pictureHash, picture),
        hierarchy: hierarchyHash,
        pictureContent: pictureHash === null ? null : picture,
        hierarchyContent: hierarchyHash === null ? null : hierarchy,
      }) - 1
    );
  }

  async #hashOf(content: ScreenContent | null): Promise<string | null> {
    if (content === null) return null;
    if (content.hash !== undefined) return content.hash;
    const known = this.#hashes.get(content);
    if (known !== undefined) return known;
    try {
      const hash = sha256(await content.load({ signal: this.#signal }));
      this.#hashes.set(content, hash);
      return hash;
    } catch (error) {
      this.#signal.throwIfAborted();
      if (!(error instanceof TouchstoneError)) throw error;
      this.#missing += 1;
      return null;
    }
  }
}

/** Endings of pictures that are no PNG. */
const ENDINGS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' };

function fileOf(hash: string | null, picture: ScreenContent | null): Pick<Capture, 'file'> {
  const ending = ENDINGS[picture?.mediaType ?? ''];
  return hash === null || ending === undefined ? {} : { file: `${hash}.${ending}` };
}
