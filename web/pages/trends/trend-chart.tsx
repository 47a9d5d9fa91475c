import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { decimal, moment, percent, percentRange } from '../../../src/report/view/figures.js';
import { isPartial } from '../matrix/measure.js';
import { figureOf, type ShownFigure, type TrendFigure, type TrendPoint } from './trend-points.js';
import classes from './trends-page.module.css';

/** Size in its own units, and room for the scale on the left and the dates below. */
const [WIDTH, HEIGHT] = [720, 240];
const [LEFT, RIGHT, TOP, BOTTOM] = [80, 16, 14, 28];

/** Runs beside each other, oldest first and equally far apart, by their success with its interval, or their main metric. */
export function TrendChart({
  points,
  figure,
  label,
}: {
  readonly points: readonly TrendPoint[];
  readonly figure: TrendFigure;
  readonly label: string;
}): ReactNode {
  const navigate = useNavigate();
  const room = WIDTH - LEFT - RIGHT;
  const x = (place: number): number =>
    points.length === 1 ? LEFT + room / 2 : LEFT + (room * (place + 0.5)) / points.length;
  const y = (ratio: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - ratio);
  const [first, last] = [points[0], points.at(-1)];
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} className={classes['chart']}>
      {[0, 0.25, 0.5, 0.75, 1].map((ratio) => (
        <g key={ratio}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(ratio)} y2={y(ratio)} className={classes['grid']} />
          <text x={LEFT - 6} y={y(ratio) + 4} textAnchor="end">
            {`${ratio * 100} %`}
          </text>
        </g>
      ))}
      {points.map(({ run, changes, goesOn }, place) => {
        const own = figureOf(run, figure);
        const last = points[place - 1];
        const before = last === undefined ? null : figureOf(last.run, figure);
        return (
          <g key={run.id}>
            {changes.length > 0 && (
              <line
                x1={(x(place - 1) + x(place)) / 2}
                x2={(x(place - 1) + x(place)) / 2}
                y1={TOP}
                y2={HEIGHT - BOTTOM}
                className={classes['change']}
              />
            )}
            {goesOn && own !== null && before?.name === own.name && (
              <line
                x1={x(place - 1)}
                y1={y(before.value)}
                x2={x(place)}
                y2={y(own.value)}
                className={classes['trend']}
              />
            )}
            {own !== null && (
              <>
                {own.interval !== null && (
                  <line
                    x1={x(place)}
                    x2={x(place)}
                    y1={y(own.interval.low)}
                    y2={y(own.interval.high)}
                    className={classes['whisker']}
                  />
                )}
                <circle
                  cx={x(place)}
                  cy={y(own.value)}
                  r={points.length > 60 ? 3 : 5}
                  className={`${classes['point'] ?? ''} ${isPartial(run) ? (classes['hollow'] ?? '') : ''}`}
                  onClick={() => void navigate({ to: '/overview', search: { runs: [run.id] } })}
                >
                  <title>{`${run.id}: ${figureText(own)}`}</title>
                </circle>
              </>
            )}
          </g>
        );
      })}
      {first?.run.startedAt != null && (
        <text x={LEFT} y={HEIGHT - 8}>
          {moment(first.run.startedAt)}
        </text>
      )}
      {points.length > 1 && last?.run.startedAt != null && (
        <text x={WIDTH - RIGHT} y={HEIGHT - 8} textAnchor="end">
          {moment(last.run.startedAt)}
        </text>
      )}
    </svg>
  );
}

/** Success with its interval; a main metric as the matrix writes it. */
function figureText({ name, value, interval }: ShownFigure): string {
  if (name !== null) return `${name} ${decimal(value)}`;
  return interval === null
    ? percent(value)
    : `${percent(value)} (${percentRange(interval.low, interval.high)})`;
}
