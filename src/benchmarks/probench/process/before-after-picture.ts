import type { FilePlace } from '../../../errors.js';
import type { Colour } from '../../../observations/marks/marks.js';
import { withPicture } from '../../../observations/pictures/open-picture.js';
import { fillBox } from '../../../observations/pictures/paint.js';
import { CHANNELS, encodePng, type Pixels } from '../../../observations/pictures/pixels.js';

const RED: Colour = [255, 0, 0];
/** Tallest side in pixels. */
const MAX_HEIGHT = 1600;
/** Narrowest line, pixels. */
const MIN_LINE = 4;
/** Parts of a picture's width that the line, and the radius of the mark, are. */
const [LINE_PART, MARK_PART] = [1 / 200, 1 / 40];

interface BeforeAfter {
  /** Picture files. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** Whole pixels of the picture before. */
  readonly click: readonly [x: number, y: number];
  readonly place: FilePlace;
}

/** A picture of what a click did, and where its parts are. */
export interface BeforeAfterPicture {
  /** PNG file. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** First column of the line between both, and its width, pixels. */
  readonly line: { readonly from: number; readonly width: number };
}

/**
 * Two screens side by side at equal height, a red line between them, a red circle around the click on the left one.
 *
 * Source: ProBench paper, MLLM-based Summarizer; sizes are our own.
 *
 * @throws {PictureError} for bytes that are no picture, and for pictures larger than any screen
 */
export async function beforeAfterPicture({
  before,
  after,
  click,
  place,
}: BeforeAfter): Promise<BeforeAfterPicture> {
  const size = await withPicture(before, place, (picture) => picture.metadata());
  const height = Math.min(size.height, MAX_HEIGHT);
  const [left, right] = [await scaled(before, height, place), await scaled(after, height, place)];
  const line = Math.max(MIN_LINE, Math.round(left.width * LINE_PART));
  const width = left.width + line + right.width;
  const whole: Pixels = { width, height, data: new Uint8Array(width * height * CHANNELS) };
  copyInto(whole, left, 0);
  copyInto(whole, right, left.width + line);
  const share = height / size.height;
  drawRing(whole, [click[0] * share, click[1] * share], {
    radius: left.width * MARK_PART,
    within: left.width,
  });
  fillBox(whole, [left.width, 0, left.width + line, height], RED);
  return { data: await encodePng(whole), width, height, line: { from: left.width, width: line } };
}

async function scaled(bytes: Uint8Array, height: number, place: FilePlace): Promise<Pixels> {
  return await withPicture(bytes, place, async (picture) => {
    const { data, info } = await picture
      .resize({ height })
      .flatten({ background: '#fff' })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  });
}

function copyInto(whole: Pixels, part: Pixels, left: number): void {
  for (let row = 0; row < part.height; row += 1) {
    const from = row * part.width * CHANNELS;
    whole.data.set(
      part.data.subarray(from, from + part.width * CHANNELS),
      (row * whole.width + left) * CHANNELS,
    );
  }
}

/** A ring a quarter as thick as it is wide; what leaves the left picture is cut off. */
function drawRing(
  whole: Pixels,
  [x, y]: readonly [number, number],
  { radius, within }: { readonly radius: number; readonly within: number },
): void {
  const inner = radius * 0.75;
  const reach = Math.ceil(radius);
  for (let row = Math.floor(y) - reach; row <= Math.floor(y) + reach; row += 1) {
    for (let column = Math.floor(x) - reach; column <= Math.floor(x) + reach; column += 1) {
      const distance = Math.hypot(column - x, row - y);
      if (distance > radius || distance < inner || column >= within) continue;
      fillBox(whole, [column, row, column + 1, row + 1], RED);
    }
  }
}
