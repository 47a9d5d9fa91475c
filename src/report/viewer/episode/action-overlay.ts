import type { ActionMark, MarkPoint } from '../../view/action-mark.js';
import { svg } from '../element.js';

/** Width of the drawing; its height follows the picture. */
const WIDTH = 1000;

/** The action drawn over a picture of this size; null where there is nothing to draw. */
export function actionOverlay(
  marks: readonly ActionMark[],
  [width, height]: readonly [number, number],
): SVGElement | null {
  if (marks.length === 0) return null;
  const tall = (WIDTH * height) / width;
  const place = ({ x, y, unit }: MarkPoint): readonly [number, number] =>
    unit === 'fraction' ? [x * WIDTH, y * tall] : [(x / width) * WIDTH, (y / height) * tall];
  return svg(
    'svg',
    { class: 'overlay', viewBox: `0 0 ${WIDTH} ${tall}`, 'aria-hidden': 'true' },
    marks.map((mark) => drawMark(mark, place)),
  );
}

type Place = (point: MarkPoint) => readonly [number, number];

/** Every line is drawn twice, dark on light, so that it shows on any picture. */
function drawMark(mark: ActionMark, place: Place): SVGElement {
  switch (mark.type) {
    case 'tap': {
      const [cx, cy] = place(mark.at);
      return svg(
        'g',
        { class: 'mark tap' },
        ring(cx, cy, 46),
        mark.count > 1 && ring(cx, cy, 74),
        svg('circle', { class: 'dot', cx, cy, r: 16 }),
      );
    }
    case 'hold': {
      const [cx, cy] = place(mark.at);
      return svg(
        'g',
        { class: 'mark hold' },
        svg('circle', { class: 'casing', cx, cy, r: 58 }),
        svg('circle', { class: 'line dashed', cx, cy, r: 58 }),
        svg('circle', { class: 'dot', cx, cy, r: 28 }),
      );
    }
    case 'arrow':
      return arrow(place(mark.from), place(mark.to));
    case 'box': {
      const [x1, y1] = place(mark.from);
      const [x2, y2] = place(mark.to);
      const box = { x: x1, y: y1, width: Math.max(0, x2 - x1), height: Math.max(0, y2 - y1) };
      return svg(
        'g',
        { class: 'mark box' },
        svg('rect', { class: 'casing', ...box }),
        svg('rect', { class: 'line', ...box }),
      );
    }
    default:
      return mark satisfies never;
  }
}

function ring(cx: number, cy: number, r: number): SVGElement {
  return svg(
    'g',
    {},
    svg('circle', { class: 'casing', cx, cy, r }),
    svg('circle', { class: 'line', cx, cy, r }),
  );
}

function arrow([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): SVGElement {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn: number): string =>
    `${round(x2 - 70 * Math.cos(angle + turn))},${round(y2 - 70 * Math.sin(angle + turn))}`;
  const path = `M${round(x1)},${round(y1)} L${round(x2)},${round(y2)} M${wing(0.5)} L${round(x2)},${round(y2)} L${wing(-0.5)}`;
  return svg(
    'g',
    { class: 'mark arrow' },
    svg('path', { class: 'casing', d: path }),
    svg('path', { class: 'line', d: path }),
    svg('circle', { class: 'dot', cx: x1, cy: y1, r: 22 }),
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
