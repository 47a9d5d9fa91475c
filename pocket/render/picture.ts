import sharp from 'sharp';

/** A colour that fills at least this share of the screen keeps its exact shade. */
const KEPT_SHARE = 1 / 4000;
/** Most colours that keep their shade. */
const KEPT_COLOURS = 128;
/** A rare colour this close (on each of red, green, blue) to a kept one becomes it. */
const SNAP_DISTANCE = 24;
/** Other rare colours, the smoothed edges of type, keep this many levels of red, green and blue. */
const EDGE_LEVELS = 8;

/**
 * The screenshot as a small palette PNG; equal pixels give equal bytes. Colours are chosen here, in whole numbers, so
 * that the encoder has nothing left to decide.
 */
export async function encodePicture(screenshot: Uint8Array): Promise<Uint8Array> {
  const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = countColours(data);
  const mapped = reduceColours(counts, Math.round(info.width * info.height * KEPT_SHARE));
  let last = -1;
  let drawn = 0;
  for (let at = 0; at < data.length; at += 3) {
    const colour = colourAt(data, at);
    if (colour !== last) {
      last = colour;
      drawn = mapped.get(colour) ?? 0;
    }
    data[at] = drawn >> 16;
    data[at + 1] = (drawn >> 8) & 255;
    data[at + 2] = drawn & 255;
  }
  const colours = new Set(mapped.values()).size;
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png({ palette: true, colours: colours <= 16 ? 16 : 256, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}

const colourAt = (data: Uint8Array, at: number): number =>
  ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);

/** Pixels of each colour. Most pixels are like the one before, so runs are counted. */
function countColours(data: Uint8Array): Map<number, number> {
  const counts = new Map<number, number>();
  let start = 0;
  for (let at = 3; at <= data.length; at += 3) {
    const colour = colourAt(data, start);
    if (at < data.length && colourAt(data, at) === colour) continue;
    counts.set(colour, (counts.get(colour) ?? 0) + (at - start) / 3);
    start = at;
  }
  return counts;
}

/** Colour → colour it is drawn in; colours are 0xRRGGBB. */
function reduceColours(counts: ReadonlyMap<number, number>, least: number): Map<number, number> {
  const kept = [...counts]
    .filter(([, count]) => count >= least)
    .sort(([a, m], [b, n]) => n - m || a - b)
    .slice(0, KEPT_COLOURS)
    .map(([colour]) => colour);
  const exact = new Set(kept);
  return new Map(
    [...counts.keys()].map((colour) => [
      colour,
      exact.has(colour) ? colour : (nearest(colour, kept) ?? coarse(colour)),
    ]),
  );
}

const channels = (colour: number): [number, number, number] => [
  colour >> 16,
  (colour >> 8) & 255,
  colour & 255,
];

function nearest(colour: number, kept: readonly number[]): number | undefined {
  const [red, green, blue] = channels(colour);
  let best: number | undefined;
  let least = SNAP_DISTANCE;
  for (const candidate of kept) {
    const [r, g, b] = channels(candidate);
    const distance = Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue));
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

function coarse(colour: number): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const level = Math.floor((value * (EDGE_LEVELS - 1) + 127) / 255);
    return Math.floor((level * 255) / (EDGE_LEVELS - 1));
  });
  return ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
}
