import type { Distribution } from '../../domain/recordings/dataset-statistics.js';
import { DRAWN, at, drawing, escapeText, formatCount, tip } from './markup.js';

const HEIGHT = 220;
const LEFT = 46;
const RIGHT = 10;
const TOP = 26;
const BOTTOM = 34;
const GRID_LINES = 4;
/** Room that a number under the axis needs. */
const LABEL_ROOM = 34;

/** Columns of a distribution, its quartiles as lines above. */
export function histogramChart(
  spread: Distribution,
  what: { readonly axis: string; readonly of: string; readonly isWide: boolean },
): string {
  const { bins } = spread;
  const width = what.isWide ? DRAWN.wide : DRAWN.half;
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const step = niceStep(highest / GRID_LINES);
  const top = Math.ceil(highest / step) * step;
  const plot = { width: width - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
  const y = (count: number): number => TOP + plot.height * (1 - count / top);
  const first = bins[0]?.from ?? 0;
  const end = (bins.at(-1)?.to ?? 0) + 1;
  const x = (value: number): number => LEFT + (plot.width * (value - first)) / (end - first);
  const parts: string[] = [];
  for (let count = 0; count <= top; count += step) {
    parts.push(
      `<line class="grid" x1="${LEFT}" x2="${width - RIGHT}" y1="${at(y(count))}" y2="${at(y(count))}"/>`,
      `<text class="tick" x="${LEFT - 6}" y="${at(y(count) + 3.5)}" text-anchor="end">${formatCount(count)}</text>`,
    );
  }
  const gap = bins.length > 60 ? 0.3 : 1;
  for (const { from, to, count } of bins) {
    if (count === 0) continue;
    const range = from === to ? String(from) : `${from}–${to}`;
    parts.push(
      `<rect class="bar" x="${at(x(from) + gap / 2)}" y="${at(y(count))}" width="${at(Math.max(x(to + 1) - x(from) - gap, 0.6))}" height="${at(Math.max(y(0) - y(count), 0.8))}" rx="1.5">${tip(`${range} ${what.axis}: ${formatCount(count)} ${what.of}`)}</rect>`,
    );
  }
  const every = Math.max(1, Math.ceil((LABEL_ROOM * bins.length) / plot.width));
  for (const [index, { from, to }] of bins.entries()) {
    if (index % every !== 0) continue;
    const middle = (x(from) + x(to + 1)) / 2;
    parts.push(
      `<text class="tick" x="${at(from === to ? middle : x(from))}" y="${HEIGHT - BOTTOM + 15}" text-anchor="middle">${from}</text>`,
    );
  }
  parts.push(
    `<text class="axis" x="${LEFT + plot.width / 2}" y="${HEIGHT - 3}" text-anchor="middle">${escapeText(what.axis)}</text>`,
  );
  const { p25, median, p75 } = spread;
  if (p25 !== null && median !== null && p75 !== null) {
    const centre = (value: number): number => x(value) + (x(first + 1) - x(first)) / 2;
    parts.push(
      `<rect class="middle" x="${at(centre(p25))}" y="${TOP - 15}" width="${at(Math.max(centre(p75) - centre(p25), 1))}" height="7" rx="3.5">${tip(`half of them: ${p25} to ${p75}`)}</rect>`,
      `<line class="median" x1="${at(centre(median))}" x2="${at(centre(median))}" y1="${TOP - 18}" y2="${HEIGHT - BOTTOM}"/>`,
      `<text class="tick strong" x="${at(centre(median) + 5)}" y="${TOP - 1}">median ${median}</text>`,
    );
  }
  return drawing({ width, height: HEIGHT, kind: 'histogram', label: `Histogram: ${what.axis}` }, parts);
}

/** 1, 2 or 5 times a power of ten, at least 1. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? power;
}
