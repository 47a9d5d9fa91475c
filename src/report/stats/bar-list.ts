import type { Count } from '../../domain/recordings/dataset-statistics.js';
import { DRAWN, at, drawing, escapeText, formatCount, formatShare, tip } from './markup.js';

const ROW = 22;
const WIDTH = DRAWN.half;
const LABEL = 188;
const NUMBERS = 104;
const MOST_LABEL = 26;

/** Bars under each other, with what they are called on the left, and how many on the right. */
export function barList(
  counts: readonly Count[],
  options: { readonly label: string; readonly whole: number; readonly colourOf?: (name: string) => string },
): string {
  const { label, whole, colourOf } = options;
  const highest = Math.max(1, ...counts.map(({ count }) => count));
  const room = WIDTH - LABEL - NUMBERS;
  const parts = counts.map(({ name, count }, index) => {
    const y = index * ROW;
    const length = Math.max((room * count) / highest, count > 0 ? 1.5 : 0);
    const colour = colourOf === undefined ? 'bar' : colourOf(name);
    return [
      `<g>${tip(`${name}: ${formatCount(count)} of ${formatCount(whole)}`)}`,
      `<text class="name" x="${LABEL - 8}" y="${y + 15}" text-anchor="end">${escapeText(clip(name))}</text>`,
      `<rect class="track" x="${LABEL}" y="${y + 4}" width="${room}" height="14" rx="3"/>`,
      `<rect class="${colour}" x="${LABEL}" y="${y + 4}" width="${at(length)}" height="14" rx="3"/>`,
      `<text class="tick strong" x="${WIDTH - 52}" y="${y + 15}" text-anchor="end">${formatCount(count)}</text>`,
      `<text class="tick" x="${WIDTH}" y="${y + 15}" text-anchor="end">${formatShare(count, whole)}</text></g>`,
    ].join('');
  });
  return drawing({ width: WIDTH, height: Math.max(counts.length * ROW, 1), kind: 'bars', label }, parts);
}

function clip(text: string): string {
  return text.length <= MOST_LABEL ? text : `${text.slice(0, MOST_LABEL - 1)}…`;
}
