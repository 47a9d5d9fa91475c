import type { PictureStatistics } from '../../domain/recordings/dataset-statistics.js';
import type { Size } from '../../domain/geometry.js';

/** Most pictures of another size than stated that are named; all are counted. */
const MOST_LISTED = 1000;

/** Sizes of pictures as they come, compared with what the data state. */
export class PictureSizes {
  readonly #sizes = new Map<string, Size & { pictures: number }>();
  readonly #listed: PictureStatistics['differing']['listed'] = [];
  #read = 0;
  #unread = 0;
  #differing = 0;

  /**
   * @param said the size in the data; null where they state none
   * @param real the size in the picture's header; null where it cannot be read
   */
  add(screen: string, said: Size | null, real: Size | null): void {
    if (real === null) {
      this.#unread += 1;
      return;
    }
    this.#read += 1;
    const { width, height } = real;
    const key = `${width}x${height}`;
    const known = this.#sizes.get(key) ?? { width, height, pictures: 0 };
    known.pictures += 1;
    this.#sizes.set(key, known);
    if (said === null || (said.width === width && said.height === height)) return;
    this.#differing += 1;
    if (this.#listed.length >= MOST_LISTED) return;
    this.#listed.push({ screen, said: { width: said.width, height: said.height }, real: { width, height } });
  }

  statistics(): PictureStatistics {
    return {
      read: this.#read,
      unread: this.#unread,
      sizes: [...this.#sizes.values()].toSorted((a, b) => b.pictures - a.pictures),
      differing: { count: this.#differing, listed: this.#listed },
    };
  }
}
