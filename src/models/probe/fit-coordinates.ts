import type { Size } from '../../domain/geometry.js';
import { resizedSize, type ResizeRule } from '../../domain/coordinates/resize-rule.js';
import type { ProbeTarget } from './draw-probe.js';

/** Where a disc was, and the two numbers that the model gave for it, in its order. */
export interface ProbeSample {
  readonly target: ProbeTarget;
  readonly answer: readonly [number, number];
}

/** A meaning that the numbers may have: each axis runs from 0 to its span. */
export interface CoordinateCandidate {
  /** As in a profile's `coordinates`, for people: `sent`, `norm 1000`, `resized smart_resize 28`, … */
  readonly name: string;
  readonly space: 'sent' | 'norm' | 'resized';
  readonly span: Size;
}

export interface CoordinateFit {
  readonly candidate: CoordinateCandidate;
  readonly order: 'xy' | 'yx';
  /** Pixels of the picture as sent, between where the disc was and where the numbers point. */
  readonly medianErrorPx: number;
  readonly largestErrorPx: number;
}

/** Resize rules of the processors of well-known families. Source: their published processor configurations. */
const RULES: readonly (readonly [string, ResizeRule])[] = [
  ['smart_resize 28, 12845056 px', smart(28, 3_136, 12_845_056)],
  ['smart_resize 28, 1003520 px', smart(28, 200_704, 1_003_520)],
  ['smart_resize 32, 16777216 px', smart(32, 65_536, 16_777_216)],
  ['longest_side 1568', { algorithm: 'longest_side', maxSide: 1_568 }],
  ['longest_side 1120', { algorithm: 'longest_side', maxSide: 1_120 }],
];

function smart(factor: number, minPixels: number, maxPixels: number): ResizeRule {
  return { algorithm: 'smart_resize', factor, minPixels, maxPixels };
}

/** What the numbers may mean for a picture of this size; spaces that are the same for it are named once. */
export function coordinateCandidates(size: Size): readonly CoordinateCandidate[] {
  const candidates: CoordinateCandidate[] = [{ name: 'sent', space: 'sent', span: size }];
  for (const span of [1, 100, 999, 1000]) {
    candidates.push({ name: `norm ${span}`, space: 'norm', span: { width: span, height: span } });
  }
  for (const [name, rule] of RULES) {
    const resized = resizedSize(size, rule);
    if (resized.type !== 'size') continue;
    const { width, height } = resized.size;
    if (candidates.some(({ span }) => span.width === width && span.height === height)) continue;
    candidates.push({ name: `resized ${name}`, space: 'resized', span: resized.size });
  }
  return candidates;
}

/** How well each meaning explains the answers, the best first. */
export function fitCoordinates(
  samples: readonly ProbeSample[],
  size: Size,
  candidates: readonly CoordinateCandidate[] = coordinateCandidates(size),
): readonly CoordinateFit[] {
  const fits = candidates.flatMap((candidate) =>
    (['xy', 'yx'] as const).map((order) => {
      const errors = samples.map(({ target, answer }) => {
        const [x, y] = order === 'xy' ? answer : [answer[1], answer[0]];
        const { width, height } = candidate.span;
        return Math.hypot((x * size.width) / width - target.x, (y * size.height) / height - target.y);
      });
      return { candidate, order, medianErrorPx: median(errors), largestErrorPx: Math.max(...errors) };
    }),
  );
  return fits.toSorted((a, b) => a.medianErrorPx - b.medianErrorPx);
}

/**
 * Size of the picture that the answers speak of, if they are pixels: the median over the samples of what each axis was
 * scaled by. Null without samples, or where the two axes were not scaled alike (so they are no pixels).
 */
export function impliedSize(samples: readonly ProbeSample[], order: 'xy' | 'yx', size: Size): Size | null {
  const scales = samples.map(({ target, answer }) => {
    const [x, y] = order === 'xy' ? answer : [answer[1], answer[0]];
    return [x / target.x, y / target.y] as const;
  });
  const [across, down] = [median(scales.map(([x]) => x)), median(scales.map(([, y]) => y))];
  if (!Number.isFinite(across) || !Number.isFinite(down) || across <= 0 || down <= 0) return null;
  // Processors round each side to a multiple of 28 or 32, which shifts the two a little against each other.
  if (Math.abs(across / down - 1) > 0.06) return null;
  return { width: Math.round(across * size.width), height: Math.round(down * size.height) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
