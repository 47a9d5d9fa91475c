import type { ReactNode } from 'react';
import type { ActionMark, MarkPoint } from '../../../../src/report/view/action-mark.js';
import classes from './screen.module.css';

/** Width of the drawing; its height follows the picture. */
const WIDTH = 1000;

type Place = (point: MarkPoint) => readonly [number, number];

/** The action drawn over a picture of this size. Every line is drawn twice, dark on light, so that it shows on any picture. */
export function ActionOverlay({
  marks,
  size: [width, height],
}: {
  readonly marks: readonly ActionMark[];
  readonly size: readonly [number, number];
}): ReactNode {
  if (marks.length === 0) return null;
  const tall = (WIDTH * height) / width;
  const place: Place = ({ x, y, unit }) =>
    unit === 'fraction' ? [x * WIDTH, y * tall] : [(x / width) * WIDTH, (y / height) * tall];
  return (
    <svg className={classes['overlay']} viewBox={`0 0 ${WIDTH} ${tall}`} aria-hidden="true">
      {marks.map((mark, number) => (
        <Mark key={number} mark={mark} place={place} />
      ))}
    </svg>
  );
}

function Mark({ mark, place }: { readonly mark: ActionMark; readonly place: Place }): ReactNode {
  switch (mark.type) {
    case 'tap': {
      const [cx, cy] = place(mark.at);
      return (
        <g className="mark tap">
          <Ring cx={cx} cy={cy} r={46} />
          {mark.count > 1 && <Ring cx={cx} cy={cy} r={74} />}
          <circle className="dot" cx={cx} cy={cy} r={16} />
        </g>
      );
    }
    case 'hold': {
      const [cx, cy] = place(mark.at);
      return (
        <g className="mark hold">
          <circle className="casing" cx={cx} cy={cy} r={58} />
          <circle className="line dashed" cx={cx} cy={cy} r={58} />
          <circle className="dot" cx={cx} cy={cy} r={28} />
        </g>
      );
    }
    case 'arrow':
      return <Arrow from={place(mark.from)} to={place(mark.to)} />;
    case 'box': {
      const [x1, y1] = place(mark.from);
      const [x2, y2] = place(mark.to);
      const box = { x: x1, y: y1, width: Math.max(0, x2 - x1), height: Math.max(0, y2 - y1) };
      return (
        <g className="mark box">
          <rect className="casing" {...box} />
          <rect className="line" {...box} />
        </g>
      );
    }
    default:
      return mark satisfies never;
  }
}

function Ring(at: { readonly cx: number; readonly cy: number; readonly r: number }): ReactNode {
  return (
    <g>
      <circle className="casing" {...at} />
      <circle className="line" {...at} />
    </g>
  );
}

function Arrow({
  from: [x1, y1],
  to: [x2, y2],
}: {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}): ReactNode {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const wing = (turn: number): string =>
    `${round(x2 - 70 * Math.cos(angle + turn))},${round(y2 - 70 * Math.sin(angle + turn))}`;
  const path = `M${round(x1)},${round(y1)} L${round(x2)},${round(y2)} M${wing(0.5)} L${round(x2)},${round(y2)} L${wing(-0.5)}`;
  return (
    <g className="mark arrow">
      <path className="casing" d={path} />
      <path className="line" d={path} />
      <circle className="dot" cx={x1} cy={y1} r={22} />
    </g>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
