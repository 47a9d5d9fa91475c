import { element, svg } from '../element.js';
import type { RunView } from '../model.js';
import { RUN_COLOURS } from '../parts/run-badge.js';

/** Drawing units; the picture scales with the page. */
const RADIUS = 150;
const WIDTH = 640;
const HEIGHT = 390;
const RINGS = [0.25, 0.5, 0.75, 1];

/** Fewer behind an axis, and the shape would look surer than it is: 3 of 6 is a guess between 19 and 81 %. */
export const LEAST_PER_AXIS = 10;

export interface RadarShape {
  readonly run: RunView;
  /** One share per axis; null leaves a gap at the centre. */
  readonly values: readonly (number | null)[];
}

/** Shares of several runs on axes around a centre. The table next to it shows the same numbers. */
export function radar(label: string, axes: readonly string[], shapes: readonly RadarShape[]): HTMLElement {
  const drawing = svg(
    'svg',
    {
      viewBox: `${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': label,
      class: 'radar',
    },
    RINGS.map((ring) =>
      svg('polygon', {
        class: 'ring',
        points: points(axes.map((_, axis) => place(axis, axes.length, ring))),
      }),
    ),
    axes.map((name, axis) => axisMark(name, axis, axes.length)),
    shapes.map(({ run, values }) => {
      const corners = values.map((value, axis) => place(axis, axes.length, value ?? 0));
      return svg(
        'g',
        { class: `shape run-${run.index % RUN_COLOURS} dash-${run.index % 4}` },
        svg('polygon', { points: points(corners) }),
        corners.map(([x, y]) => svg('circle', { cx: x, cy: y, r: 3 })),
      );
    }),
  );
  return element('div', { class: 'radar-frame' }, drawing);
}

/** Where a share lies on an axis; the first axis points up, the others follow clockwise. */
export function place(axis: number, axes: number, share: number): readonly [number, number] {
  const angle = (axis / axes) * 2 * Math.PI - Math.PI / 2;
  return [round(Math.cos(angle) * RADIUS * share), round(Math.sin(angle) * RADIUS * share)];
}

function axisMark(name: string, axis: number, axes: number): SVGElement {
  const [x, y] = place(axis, axes, 1);
  const [labelX, labelY] = place(axis, axes, 1.1);
  const side = Math.abs(x) < 2 ? 'middle' : x > 0 ? 'start' : 'end';
  return svg(
    'g',
    {},
    svg('line', { class: 'axis', x1: 0, y1: 0, x2: x, y2: y }),
    svg('text', { x: labelX, y: labelY, 'text-anchor': side, 'dominant-baseline': 'middle' }, shorten(name)),
  );
}

function shorten(name: string): string {
  return name.length > 22 ? `${name.slice(0, 21)}…` : name;
}

function points(corners: readonly (readonly [number, number])[]): string {
  return corners.map(([x, y]) => `${x},${y}`).join(' ');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
