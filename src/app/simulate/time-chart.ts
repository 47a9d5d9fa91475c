import type { Prediction } from '../../simulation/predict-run.js';

const [WIDTH, HEIGHT] = [640, 400];
const EDGE = { left: 90, right: 20, top: 30, bottom: 50 };
const DOT = 4;

/**
 * Time against workers, both logarithmic, as an SVG picture; dashed is what a run would take that only its workers hold up.
 *
 * @param duration writes milliseconds for people
 */
export function timeChart(
  predictions: readonly Prediction[],
  duration: (milliseconds: number) => string,
): string {
  const [first] = predictions;
  if (first === undefined) return '';
  const ideal = predictions.map(({ workers }) => (first.wallMs.mean * first.workers) / workers);
  const times = predictions.map(({ wallMs }) => wallMs.mean);
  const x = scale(
    predictions.map(({ workers }) => workers),
    EDGE.left,
    WIDTH - EDGE.right,
  );
  const y = scale([...times, ...ideal], HEIGHT - EDGE.bottom, EDGE.top);
  const line = (values: readonly number[]): string =>
    values.map((value, index) => `${x(predictions[index]?.workers ?? 1)},${y(value)}`).join(' ');
  const bars = predictions.flatMap(({ workers, wallMs: { interval } }) =>
    interval === null
      ? []
      : [
          `<line x1="${x(workers)}" x2="${x(workers)}" y1="${y(interval.low)}" y2="${y(interval.high)}" stroke="#1864ab"/>`,
        ],
  );
  const dots = predictions.map(({ workers, wallMs }) => {
    const [left, top] = [x(workers), y(wallMs.mean)];
    return [
      `<circle cx="${left}" cy="${top}" r="${DOT}" fill="#1864ab"/>`,
      `<text x="${left}" y="${HEIGHT - EDGE.bottom + 20}" text-anchor="middle">${workers}</text>`,
      `<text x="${EDGE.left - 8}" y="${top + 4}" text-anchor="end">${duration(wallMs.mean)}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${EDGE.left}" y="18">Time of the run by workers</text>`,
    `<polyline points="${line(ideal)}" fill="none" stroke="#868e96" stroke-dasharray="4 4"/>`,
    `<polyline points="${line(times)}" fill="none" stroke="#1864ab" stroke-width="2"/>`,
    ...bars,
    ...dots,
    `<text x="${WIDTH / 2}" y="${HEIGHT - 10}" text-anchor="middle">workers</text>`,
    '</svg>',
    '',
  ].join('\n');
}

/** From values to places on a logarithmic axis. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) =>
    Math.log(Math.max(1e-9, value)),
  );
  const span = (high ?? 0) - (low ?? 0) || 1;
  return (value) =>
    Math.round(10 * (from + ((Math.log(Math.max(1e-9, value)) - (low ?? 0)) / span) * (to - from))) / 10;
}
