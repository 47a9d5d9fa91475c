import type { TouchMap } from '../../domain/recordings/dataset-statistics.js';
import { at, drawing, formatCount, formatShare, tip } from './markup.js';

const LONG_SIDE = 300;
const FRAME = 6;
const FAINTEST = 0.1;

/** A screen with the places where it is touched, the darker the more often. */
export function touchMap({ width, height, columns, rows, cells, touches }: TouchMap): string {
  const scale = LONG_SIDE / Math.max(width, height);
  const [wide, high] = [width * scale, height * scale];
  const cell = { width: wide / columns, height: high / rows };
  const highest = Math.max(1, ...cells);
  const parts = [
    `<rect class="phone" x="1" y="1" width="${at(wide + 2 * FRAME - 2)}" height="${at(high + 2 * FRAME - 2)}" rx="12"/>`,
  ];
  for (const [index, count] of cells.entries()) {
    if (count === 0) continue;
    const x = FRAME + (index % columns) * cell.width;
    const y = FRAME + Math.floor(index / columns) * cell.height;
    // A few places, such as the middle of the keyboard, would leave the rest invisible on a straight scale.
    const strength = FAINTEST + (1 - FAINTEST) * Math.sqrt(count / highest);
    parts.push(
      `<rect class="heat" fill-opacity="${strength.toFixed(2)}" x="${at(x)}" y="${at(y)}" width="${at(cell.width + 0.2)}" height="${at(cell.height + 0.2)}">${tip(`${formatCount(count)} touches, ${formatShare(count, touches)}`)}</rect>`,
    );
  }
  const label = `Touches on screens of ${width} × ${height}`;
  return drawing({ width: wide + 2 * FRAME, height: high + 2 * FRAME, kind: 'touches', label }, parts);
}
