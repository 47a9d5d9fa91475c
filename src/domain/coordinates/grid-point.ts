import type { Size } from '../geometry.js';
import type { Grid } from '../observation-rule.js';

/** Where in a cell, in quarters of its sides. */
const SUBAREAS = {
  'top-left': [1, 1],
  top: [2, 1],
  'top-right': [3, 1],
  left: [1, 2],
  center: [2, 2],
  right: [3, 2],
  'bottom-left': [1, 3],
  bottom: [2, 3],
  'bottom-right': [3, 3],
} as const;
/** Part of a grid's cell. */
export type GridSubarea = keyof typeof SUBAREAS;

/** A place that a grid has a name for. Areas are numbered row by row from 1. */
export interface GridSpot {
  readonly area: number;
  readonly subarea: GridSubarea;
}

export function isGridSubarea(word: string): word is GridSubarea {
  return Object.hasOwn(SUBAREAS, word);
}

/**
 * The point of a spot, whole pixels of the source picture; null for an area that the grid does not have.
 *
 * @param beyond areas that the grid does not have are counted on, above and below the screen
 *
 * Source: AppAgent reference code, point of an area: cells and quarters are rounded down.
 */
export function gridPoint(
  { area, subarea }: GridSpot,
  grid: Grid,
  screen: Size,
  { beyond = false }: { readonly beyond?: boolean } = {},
): [number, number] | null {
  if (!Number.isSafeInteger(area)) return null;
  if (!beyond && (area < 1 || area > grid.rows * grid.columns)) return null;
  const [width, height] = [Math.floor(screen.width / grid.columns), Math.floor(screen.height / grid.rows)];
  const [right, down] = SUBAREAS[subarea];
  const row = Math.floor((area - 1) / grid.columns);
  const column = area - 1 - row * grid.columns;
  return [column * width + Math.floor((width * right) / 4), row * height + Math.floor((height * down) / 4)];
}

/** The spot at exactly this point; null where the grid has no name for it. */
export function gridSpotAt([x, y]: readonly [number, number], grid: Grid, screen: Size): GridSpot | null {
  const [width, height] = [Math.floor(screen.width / grid.columns), Math.floor(screen.height / grid.rows)];
  const [column, row] = [Math.floor(x / width), Math.floor(y / height)];
  if (column < 0 || column >= grid.columns) return null;
  const area = row * grid.columns + column + 1;
  for (const subarea of Object.keys(SUBAREAS) as GridSubarea[]) {
    const point = gridPoint({ area, subarea }, grid, screen);
    if (point?.[0] === x && point[1] === y) return { area, subarea };
  }
  return null;
}
