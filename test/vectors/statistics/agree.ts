/** Largest difference of two numbers that count as equal: relative, or absolute for numbers nearer to 0 than this. */
const TOLERANCE = 1e-9;

/**
 * Fields judged by the absolute difference as well. The recorded ends hold Student quantiles of SciPy 1.10, whose root
 * search stops at a relative 4e-9 (39 degrees of freedom: 2.0226909117 for 2.0226909200, as 40 digits and later SciPy
 * have it); times a standard error that stays below 1e-9 on the 0–1 scale.
 */
const ABSOLUTE = /\.interval95\b/;

/**
 * Says where two JSON values differ, or null where they agree: numbers to the tolerance, null only with null, lists and
 * objects member by member.
 */
export function difference(actual: unknown, expected: unknown, path = ''): string | null {
  const place = path === '' ? 'value' : path;
  if (typeof expected === 'number' && typeof actual === 'number') {
    const size = Math.abs(expected);
    const allowed =
      size < TOLERANCE || ABSOLUTE.test(path) ? TOLERANCE * Math.max(1, size) : TOLERANCE * size;
    return Math.abs(actual - expected) <= allowed ? null : `${place}: ${actual}, not ${expected}`;
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (actual.length !== expected.length)
      return `${place}: ${actual.length} entries, not ${expected.length}`;
    return first(expected, (entry, index) => difference(actual[index], entry, `${path}[${index}]`));
  }
  if (isRecord(expected) && isRecord(actual)) {
    return first(Object.keys(expected), (key) => difference(actual[key], expected[key], `${path}.${key}`));
  }
  return actual === expected ? null : `${place}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
}

function first<T>(entries: readonly T[], check: (entry: T, index: number) => string | null): string | null {
  for (const [index, entry] of entries.entries()) {
    const problem = check(entry, index);
    if (problem !== null) return problem;
  }
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
