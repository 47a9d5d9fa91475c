import type { Size } from '../../domain/geometry.js';

/** A disc to be found, in pixels of the picture. */
export interface ProbeTarget {
  readonly x: number;
  readonly y: number;
}

const BACKGROUND = [244, 244, 240] as const;
const TARGET = [220, 30, 30] as const;
const DISTRACTOR = [40, 90, 200] as const;
/** Shares of the shorter side. */
const RADIUS = 0.025;
const MARGIN = 0.08;
/** Irrational steps: places that fall on no grid, so that no wrong scale fits them by chance. */
const STEP_X = 0.754_877_666;
const STEP_Y = 0.569_840_291;

/** Places spread evenly over the picture, whole pixels, the same ones every time. Source: Roberts 2018, the R2 sequence. */
export function probeTargets(size: Size, count: number): readonly ProbeTarget[] {
  const place = (step: number, index: number, length: number): number => {
    const share = (0.5 + step * (index + 1)) % 1;
    return Math.round((MARGIN + share * (1 - 2 * MARGIN)) * length);
  };
  return Array.from({ length: count }, (_, index) => ({
    x: place(STEP_X, index, size.width),
    y: place(STEP_Y, index, size.height),
  }));
}

/** A plain picture with one red disc, and three blue squares that are not to be mistaken for it, as PNG. */
export async function drawProbe(size: Size, target: ProbeTarget): Promise<Uint8Array> {
  const pixels = Buffer.alloc(size.width * size.height * 3, Buffer.from(BACKGROUND));
  const radius = Math.max(4, Math.round(Math.min(size.width, size.height) * RADIUS));
  const paint = (
    centre: ProbeTarget,
    color: readonly number[],
    isInside: (dx: number, dy: number) => boolean,
  ): void => {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        const [x, y] = [centre.x + dx, centre.y + dy];
        if (x < 0 || y < 0 || x >= size.width || y >= size.height || !isInside(dx, dy)) continue;
        pixels.set(color, (y * size.width + x) * 3);
      }
    }
  };
  for (const [x, y] of [
    [0.25, 0.2],
    [0.8, 0.45],
    [0.35, 0.85],
  ] as const) {
    const centre = { x: Math.round(x * size.width), y: Math.round(y * size.height) };
    const isFar = Math.hypot(centre.x - target.x, centre.y - target.y) > 4 * radius;
    if (isFar) paint(centre, DISTRACTOR, () => true);
  }
  paint(target, TARGET, (dx, dy) => dx * dx + dy * dy <= radius * radius);
  const { default: sharp } = await import('sharp');
  return await sharp(pixels, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
}
