import { pixelPoint, type Size } from '../../domain/geometry.js';
import type { Activity } from '../../domain/screen.js';
import { CHANNELS, decodePixels, type Pixels } from '../../observations/pictures/pixels.js';
import type { Offer, ScreenSketch } from './screen-sketch.js';

/** Columns and rows of the rough picture that tells screens apart. */
const COLUMNS = 12;
const ROWS = 20;
/** Levels of brightness that are told apart. */
const LEVELS = 6;
/** Share of the screen at the top that is left out: a status bar has a clock. */
const STATUS_BAR = 0.05;
/** Places that are touched where nobody knows the elements. */
const TOUCHED = { columns: 3, rows: 8 };

/**
 * A screen of which there is only a picture: told apart by a rough picture without its status bar, touched on a grid.
 *
 * @throws {PictureError} for bytes that are no picture
 */
export async function sketchPicture(
  bytes: Uint8Array,
  { activity, size }: { readonly activity: Activity | null; readonly size: Size },
): Promise<ScreenSketch> {
  const look = roughLook(await decodePixels(bytes, { file: '(screen)' }));
  const owner = activity?.package ?? '';
  return {
    activity,
    package: owner,
    size,
    page: `${owner}/${activity?.activity ?? ''} picture ${look}`,
    rows: [],
    elements: [],
    offers: gridOffers(size),
    isDialog: false,
    hasPassword: false,
    title: '',
  };
}

/** Mean brightness of each cell in a few levels: the same for pictures that differ by little. */
export function roughLook({ width, height, data }: Pixels): string {
  const top = Math.floor(height * STATUS_BAR);
  let look = '';
  for (let row = 0; row < ROWS; row += 1) {
    for (let column = 0; column < COLUMNS; column += 1) {
      const [x1, x2] = [span(column, COLUMNS, width), span(column + 1, COLUMNS, width)];
      const [y1, y2] = [top + span(row, ROWS, height - top), top + span(row + 1, ROWS, height - top)];
      let sum = 0;
      let count = 0;
      for (let y = y1; y < y2; y += 2) {
        for (let x = x1; x < x2; x += 2) {
          const at = (y * width + x) * CHANNELS;
          sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
          count += 3;
        }
      }
      look += Math.min(Math.floor((count === 0 ? 0 : sum / count / 256) * LEVELS), LEVELS - 1).toString(36);
    }
  }
  return look;
}

function span(index: number, count: number, length: number): number {
  return Math.floor((index * length) / count);
}

function gridOffers({ width, height }: Size): Offer[] {
  const offers: Offer[] = [];
  const add = (id: string, kind: Offer['kind'], action: Offer['action']): void => {
    offers.push({ id, kind, classKey: id, fullKey: id, action, element: null, isEntry: false });
  };
  for (let row = 0; row < TOUCHED.rows; row += 1) {
    for (let column = 0; column < TOUCHED.columns; column += 1) {
      const x = Math.floor(((column + 0.5) / TOUCHED.columns) * width);
      const y = Math.floor(((row + 0.5) / TOUCHED.rows) * (1 - STATUS_BAR) * height + STATUS_BAR * height);
      const target = { type: 'point', point: pixelPoint(x, y) } as const;
      add(`tap ${column},${row}`, 'tap', { type: 'tap', target });
    }
  }
  for (const direction of ['up', 'left'] as const) {
    add(`swipe ${direction}`, 'swipe', { type: 'swipe', direction });
  }
  add('back', 'back', { type: 'key', key: 'BACK' });
  return offers;
}
