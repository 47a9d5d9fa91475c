import type { ReactNode } from 'react';
import type { RunView } from '../../report/model.js';
import { RunName, runColour } from '../../parts/run-badge.js';

/** Drawing units; the picture scales with the page. */
const RADIUS = 150;
const WIDTH = 640;
const HEIGHT = 390;
const RINGS = [0.25, 0.5, 0.75, 1];

/** Fewer behind an axis, and the shape would look surer than it is: 3 of 6 is a guess between 19 and 81 %. */
export const LEAST_PER_AXIS = 10;

/** Runs that a radar can show without becoming a tangle. */
const MOST_SHAPES = 4;

export interface RadarShape {
  readonly run: RunView;
  /** One share per axis; null leaves a gap at the centre. */
  readonly values: readonly (number | null)[];
}

/** What is drawn of several runs: agents first, no more than can be told apart. */
export function drawnRuns<T>(runs: readonly T[], viewOf: (run: T) => RunView): readonly T[] {
  return runs
    .toSorted((a, b) => Number(viewOf(a).run.kind !== 'agent') - Number(viewOf(b).run.kind !== 'agent'))
    .slice(0, MOST_SHAPES);
}

/** Shares of several runs on axes around a centre. The table next to it shows the same numbers. */
export function Radar({
  label,
  axes,
  shapes,
}: {
  readonly label: string;
  readonly axes: readonly string[];
  readonly shapes: readonly RadarShape[];
}): ReactNode {
  return (
    <figure className="radar-figure">
      <svg
        viewBox={`${-WIDTH / 2} ${-HEIGHT / 2} ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        className="radar"
      >
        {RINGS.map((ring) => (
          <polygon
            key={ring}
            className="ring"
            points={points(axes.map((_, axis) => place(axis, axes.length, ring)))}
          />
        ))}
        {axes.map((name, axis) => (
          <Axis key={name} name={name} axis={axis} axes={axes.length} />
        ))}
        {shapes.map(({ run, values }) => {
          const corners = values.map((value, axis) => place(axis, axes.length, value ?? 0));
          return (
            <g key={run.index} className={`shape ${runColour(run.index)} dash-${run.index % 4}`}>
              <polygon points={points(corners)} />
              {corners.map(([x, y], axis) => (
                <circle key={axis} cx={x} cy={y} r={3} />
              ))}
            </g>
          );
        })}
      </svg>
      <figcaption className="legend">
        {shapes.map(({ run }) => (
          <RunName key={run.index} run={run} />
        ))}
      </figcaption>
    </figure>
  );
}

/** Where a share lies on an axis; the first axis points up, the others follow clockwise. */
function place(axis: number, axes: number, share: number): readonly [number, number] {
  const angle = (axis / axes) * 2 * Math.PI - Math.PI / 2;
  return [round(Math.cos(angle) * RADIUS * share), round(Math.sin(angle) * RADIUS * share)];
}

function Axis({
  name,
  axis,
  axes,
}: {
  readonly name: string;
  readonly axis: number;
  readonly axes: number;
}): ReactNode {
  const [x, y] = place(axis, axes, 1);
  const [labelX, labelY] = place(axis, axes, 1.1);
  const side = Math.abs(x) < 2 ? 'middle' : x > 0 ? 'start' : 'end';
  return (
    <g>
      <line className="axis" x1={0} y1={0} x2={x} y2={y} />
      <text x={labelX} y={labelY} textAnchor={side} dominantBaseline="middle">
        {shorten(name)}
      </text>
    </g>
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
