import type { AppPair, Count } from '../../domain/recordings/dataset-statistics.js';
import { at, drawing, escapeText, formatCount, tip } from './markup.js';

const CELL = 26;
const LABEL = 118;
const MOST_APPS = 18;
const MOST_LABEL = 16;
/** The faintest cell that still shows. */
const FAINTEST = 0.12;

/** How often apps are used together: a cell for each pair of the most used ones. */
export function pairMatrix(apps: readonly Count[], pairs: readonly AppPair[]): string {
  const shown = apps.slice(0, MOST_APPS);
  const counts = new Map(pairs.map(({ a, b, count }) => [key(a, b), count]));
  const highest = Math.max(1, ...pairs.map(({ count }) => count));
  const size = LABEL + shown.length * CELL;
  const parts: string[] = [];
  for (const [row, { name: a }] of shown.entries()) {
    const y = LABEL + row * CELL;
    parts.push(
      `<text class="name" x="${LABEL - 7}" y="${y + CELL / 2 + 4}" text-anchor="end">${escapeText(clip(a))}</text>`,
      `<text class="name" text-anchor="start" transform="translate(${LABEL + row * CELL + CELL / 2 + 4} ${LABEL - 7}) rotate(-60)">${escapeText(clip(a))}</text>`,
    );
    for (const [column, { name: b }] of shown.entries()) {
      const x = LABEL + column * CELL;
      const count = row === column ? null : (counts.get(key(a, b)) ?? 0);
      const strength =
        count === null || count === 0 ? 0 : FAINTEST + (1 - FAINTEST) * Math.sqrt(count / highest);
      const mark = `<rect class="${count === null ? 'self' : 'empty'}" x="${x + 1}" y="${y + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="3"/>`;
      if (count === null || count === 0) {
        parts.push(mark);
        continue;
      }
      parts.push(
        `<g>${tip(`${a} and ${b}: ${formatCount(count)}`)}${mark}<rect class="heat" fill-opacity="${at(strength * 100) === '0' ? 0 : (Math.round(strength * 100) / 100).toFixed(2)}" x="${x + 1}" y="${y + 1}" width="${CELL - 2}" height="${CELL - 2}" rx="3"/></g>`,
      );
    }
  }
  return drawing(
    { width: size + 40, height: size, kind: 'matrix', label: 'Apps that are used together' },
    parts,
  );
}

function key(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}

function clip(text: string): string {
  return text.length <= MOST_LABEL ? text : `${text.slice(0, MOST_LABEL - 1)}…`;
}
