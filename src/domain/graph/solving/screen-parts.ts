import type { Box, Size } from '../../geometry.js';

/** Where a touch counts: a box, sides inclusive, or what is nearer to a point than the radius. */
export type TouchArea =
  | { readonly type: 'box'; readonly box: Box }
  | { readonly type: 'circle'; readonly centre: readonly [number, number]; readonly radius: number };

/** A whole pixel of the screen, and which areas it lies in, by their positions in the list. */
export interface ScreenPart {
  readonly x: number;
  readonly y: number;
  readonly inside: readonly number[];
}

/**
 * One pixel of each part into which areas cut the screen: whatever combination of areas some pixel of the screen lies in,
 * one of these lies in the same. Parts in no area are left out.
 */
export function partsOfScreen(areas: readonly TouchArea[], size: Size): ScreenPart[] {
  const parts: ScreenPart[] = [];
  const seen = new Set<string>();
  for (const y of rowsToTry(areas, size)) {
    const spans = areas.flatMap((area, index) => spanOn(area, index, y));
    const starts = new Set([0]);
    for (const { from, to } of spans) starts.add(from).add(to + 1);
    const sorted = [...starts].filter((x) => x >= 0 && x < size.width).sort((a, b) => a - b);
    for (const [index, start] of sorted.entries()) {
      const x = Math.trunc((start + (sorted[index + 1] ?? size.width) - 1) / 2);
      const inside = spans.filter(({ from, to }) => from <= x && x <= to).map((span) => span.index);
      const key = inside.join(',');
      if (inside.length === 0 || seen.has(key)) continue;
      seen.add(key);
      parts.push({ x, y, inside });
    }
  }
  return parts;
}

/** Whether a touch of the point counts for the area. */
export function isInside(area: TouchArea, x: number, y: number): boolean {
  if (area.type === 'box') {
    const [left, top, right, bottom] = area.box;
    return left <= x && x <= right && top <= y && y <= bottom;
  }
  const [dx, dy] = [x - area.centre[0], y - area.centre[1]];
  return Math.sqrt(dx * dx + dy * dy) < area.radius;
}

interface Span {
  readonly index: number;
  /** First and last column. */
  readonly from: number;
  readonly to: number;
}

/** Rows of pixels, one for each stretch in which no area changes; circles change in every row. */
function rowsToTry(areas: readonly TouchArea[], size: Size): number[] {
  const borders = new Set([0, size.height]);
  const add = (row: number): void => {
    if (row > 0 && row < size.height) borders.add(row);
  };
  for (const area of areas) {
    const [top, bottom] =
      area.type === 'box'
        ? [area.box[1], area.box[3]]
        : [area.centre[1] - area.radius, area.centre[1] + area.radius];
    const [first, last] = [Math.ceil(top), Math.floor(bottom)];
    if (area.type === 'box') {
      add(first);
      add(last + 1);
      continue;
    }
    const end = Math.min(last + 1, size.height);
    for (let row = Math.max(first, 0); row <= end; row += 1) add(row);
  }
  const sorted = [...borders].sort((a, b) => a - b);
  return sorted.slice(1).map((end, index) => Math.trunc(((sorted[index] ?? 0) + end - 1) / 2));
}

/** The columns of the row that lie in the area, as none or one. */
function spanOn(area: TouchArea, index: number, y: number): Span[] {
  if (area.type === 'box') {
    const [from, to] = [Math.ceil(area.box[0]), Math.floor(area.box[2])];
    return from <= to && area.box[1] <= y && y <= area.box[3] ? [{ index, from, to }] : [];
  }
  const [x] = area.centre;
  const rest = area.radius ** 2 - (y - area.centre[1]) ** 2;
  if (rest < 0) return [];
  // The last bits of a root decide on the border, so the pixels there are asked themselves.
  const half = Math.sqrt(rest) + 1;
  let [from, to] = [Math.floor(x - half), Math.ceil(x + half)];
  while (from <= to && !isInside(area, from, y)) from += 1;
  while (to >= from && !isInside(area, to, y)) to -= 1;
  return from <= to ? [{ index, from, to }] : [];
}
