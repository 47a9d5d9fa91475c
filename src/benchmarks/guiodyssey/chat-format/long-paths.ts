import { IMAGE_HISTORY_PREFIX } from './odyssey-prompt.js';

/** Bytes that the published model has for the path of an image. */
const MAX_PATH_BYTES = 256;
/** Most bytes of UTF-8 that one UTF-16 unit takes. */
const BYTES_PER_UNIT = 3;
const ROOM = MAX_PATH_BYTES - IMAGE_HISTORY_PREFIX.length;

/** Counts paths of screenshots that the published model cannot hold together with the words before them. */
export class LongPaths {
  #count = 0;
  #first = '';

  add(path: string): void {
    if (path.length <= ROOM / BYTES_PER_UNIT || Buffer.byteLength(path) <= ROOM) return;
    this.#count += 1;
    if (this.#first === '') this.#first = path;
  }

  warnings(): string[] {
    if (this.#count === 0) return [];
    return [
      `${this.#count} paths of screenshots are longer than the ${MAX_PATH_BYTES} bytes that the published model ` +
        `has for "${IMAGE_HISTORY_PREFIX}" and a path, the first ${this.#first}`,
    ];
  }
}
