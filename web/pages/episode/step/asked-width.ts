import type { ReportStep } from '../../../../src/report/view/report-episode.js';

/** Pixels across that a thumbnail and a whole screen are asked for. */
const WIDTHS = { small: 160, large: 1080 } as const;

/**
 * How wide a step's picture is asked for, in pixels; null is as it is: where nobody recorded the screen's size, its marks are in pixels of
 * the picture, and only the picture itself tells how many those are.
 */
export function askedWidth({ size }: Pick<ReportStep, 'size'>, isLarge: boolean): number | null {
  if (size === null) return null;
  return isLarge ? WIDTHS.large : WIDTHS.small;
}
