import { BugError } from '../../errors.js';

const TINY = 1e-300;
const PRECISION = 4 * Number.EPSILON;
const MAX_TERMS = 100_000;

/**
 * Regularised incomplete beta function I_x(a, b) for a, b > 0: the chance that a Beta(a, b) variable is at most x.
 * Relative error about 1e-14, also far in the lower tail.
 *
 * Source: Didonato and Morris 1992 (continued fraction); Loader 2000 for the factor in front of it, which keeps its
 * precision where the difference of three log-gammas would lose it.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x <= (a + 1) / (a + b + 2) ? lowerTail(x, 1 - x, a, b) : 1 - lowerTail(1 - x, x, b, a);
}

/** The x with I_x(a, b) = p. */
export function betaQuantile(p: number, a: number, b: number): number {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  // Newton inside a shrinking bracket; a step that leaves the bracket is replaced by its middle, on the log scale while
  // the bracket spans several magnitudes.
  for (let round = 0; round < 400; round += 1) {
    const error = incompleteBeta(x, a, b) - p;
    if (error === 0) return x;
    if (error > 0) high = x;
    else low = x;
    const density = powerTerm(x, 1 - x, a, b) / (x * (1 - x));
    const newton = x - error / density;
    const inside = newton > low && newton < high;
    const next = inside ? newton : low > 0 && high / low > 4 ? Math.sqrt(low * high) : (low + high) / 2;
    if (Math.abs(next - x) <= PRECISION * x || high - low <= PRECISION * low) return next;
    x = next;
  }
  return x;
}

/** I_x(a, b) by its continued fraction (modified Lentz), for x below the mean; `y` is 1 - x. */
function lowerTail(x: number, y: number, a: number, b: number): number {
  const front = powerTerm(x, y, a, b) / a;
  if (front === 0) return 0;
  let c = 1;
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MAX_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d);
    c = guard(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d);
    c = guard(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) return front * value;
  }
  throw new BugError(`The incomplete beta function did not converge at x=${x}, a=${a}, b=${b}`);
}

function guard(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

/** x^a y^b / B(a, b), with y = 1 - x. */
function powerTerm(x: number, y: number, a: number, b: number): number {
  const n = a + b;
  const exponent =
    stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y);
  return Math.sqrt((a * b) / (2 * Math.PI * n)) * Math.exp(exponent);
}

/** k log(k / m) + m - k, without cancellation where k is near m. */
function deviance(k: number, m: number): number {
  if (Math.abs(k - m) >= 0.1 * (k + m)) return k * Math.log(k / m) + m - k;
  const v = (k - m) / (k + m);
  let sum = (k - m) * v;
  let term = 2 * k * v;
  for (let j = 1; ; j += 1) {
    term *= v * v;
    const next = sum + term / (2 * j + 1);
    if (next === sum) return sum;
    sum = next;
  }
}

/** log Γ(x + 1) less Stirling's approximation of it. */
function stirlingError(x: number): number {
  let shift = 0;
  let z = x;
  while (z < 16) {
    shift += (z + 0.5) * Math.log1p(1 / z) - 1;
    z += 1;
  }
  const s = 1 / (z * z);
  const series =
    (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - (s * 691) / 360360))))) / z;
  return series + shift;
}
