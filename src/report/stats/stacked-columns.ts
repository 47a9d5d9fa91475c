import type { Count } from '../../domain/recordings/dataset-statistics.js';
import { actionColour, actionFamily, stackOrder } from './action-colours.js';
import { DRAWN, at, drawing, escapeText, formatCount, formatShare, tip } from './markup.js';

const HEIGHT = 240;
const LEFT = 46;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 34;
const LABEL_ROOM = 30;
const MARKS = [0, 25, 50, 75, 100];

/** What share each family of actions has of every column; all columns are as high. */
export function stackedColumns(
  columns: readonly (readonly Count[])[],
  options: {
    readonly axis: string;
    readonly labelOf: (index: number) => string;
    readonly isWide: boolean;
  },
): string {
  const { axis, labelOf, isWide } = options;
  const width = isWide ? DRAWN.wide : DRAWN.half;
  const plot = { width: width - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
  const wide = plot.width / Math.max(columns.length, 1);
  const y = (share: number): number => TOP + plot.height * (1 - share);
  const parts = MARKS.map(
    (mark) =>
      `<line class="grid" x1="${LEFT}" x2="${width - RIGHT}" y1="${at(y(mark / 100))}" y2="${at(y(mark / 100))}"/>` +
      `<text class="tick" x="${LEFT - 6}" y="${at(y(mark / 100) + 3.5)}" text-anchor="end">${mark}\u202F%</text>`,
  );
  const every = Math.max(1, Math.ceil(LABEL_ROOM / wide));
  for (const [index, counts] of columns.entries()) {
    const families = new Map<string, number>();
    for (const { name, count } of counts) {
      const family = actionFamily(name);
      families.set(family, (families.get(family) ?? 0) + count);
    }
    const total = [...families.values()].reduce((sum, count) => sum + count, 0);
    let passed = 0;
    const x = LEFT + index * wide;
    for (const [family, count] of [...families].toSorted(([a], [b]) => stackOrder(a) - stackOrder(b))) {
      const share = count / Math.max(total, 1);
      const tipText = `${labelOf(index)}: ${family}, ${formatShare(count, total)} (${formatCount(count)})`;
      parts.push(
        `<rect class="${actionColour(family)}" x="${at(x + 1)}" y="${at(y(passed + share))}" width="${at(wide - 2)}" height="${at(Math.max(plot.height * share - 0.8, 0.2))}">${tip(tipText)}</rect>`,
      );
      passed += share;
    }
    if (index % every === 0) {
      parts.push(
        `<text class="tick" x="${at(x + wide / 2)}" y="${HEIGHT - BOTTOM + 15}" text-anchor="middle">${escapeText(labelOf(index))}</text>`,
      );
    }
  }
  parts.push(
    `<text class="axis" x="${LEFT + plot.width / 2}" y="${HEIGHT - 3}" text-anchor="middle">${escapeText(axis)}</text>`,
  );
  return drawing({ width, height: HEIGHT, kind: 'columns', label: `Shares of actions by ${axis}` }, parts);
}

/** Families that occur, with their colours. */
export function familyLegend(columns: readonly (readonly Count[])[]): string {
  const families = new Set(columns.flatMap((counts) => counts.map(({ name }) => actionFamily(name))));
  const shown = [...families].toSorted((a, b) => stackOrder(a) - stackOrder(b));
  return `<ul class="legend">${shown
    .map(
      (family) =>
        `<li><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="${actionColour(family)}" width="10" height="10" rx="2"/></svg>${escapeText(family.replaceAll('_', ' '))}</li>`,
    )
    .join('')}</ul>`;
}
