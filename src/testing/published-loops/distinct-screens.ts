import { CHANNELS, decodePixels } from '../../observations/pictures/pixels.js';

/** One in so many pixels is compared; labels and grids change few. */
const STRIDE = 5 * CHANNELS;

/** Pictures of screens that differ, in the order in which they were seen first. */
export class DistinctScreens {
  readonly #screens: Uint8Array[] = [];

  async add(picture: Uint8Array | undefined): Promise<void> {
    if (picture === undefined) return;
    const { data } = await decodePixels(picture, { file: 'seen' });
    if (!this.#screens.some((screen) => differing(screen, data) === 0)) this.#screens.push(data);
  }

  /** Number of the screen from which the fewest pixels differ, the first of several; -1 where none was seen. */
  async nearest(picture: Uint8Array): Promise<number> {
    const { data } = await decodePixels(picture, { file: 'sent' });
    const counts = this.#screens.map((screen) => differing(screen, data));
    return counts.indexOf(Math.min(...counts));
  }
}

function differing(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return Infinity;
  let count = 0;
  for (let at = 0; at < one.length; at += STRIDE) {
    if (one[at] !== other[at] || one[at + 1] !== other[at + 1] || one[at + 2] !== other[at + 2]) count += 1;
  }
  return count;
}
