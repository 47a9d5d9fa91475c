/** Longest wait an endpoint can ask for; anything beyond is taken for this. */
const LONGEST_MS = 3_600_000;

/**
 * Milliseconds that a response's headers ask to wait before the next attempt (`retry-after-ms`, or `retry-after` in
 * seconds or as a date), at most an hour; null where they say nothing readable.
 *
 * Source: RFC 9110 section 10.2.3.
 */
export function parseRetryAfter(headers: Headers, now: number): number | null {
  const milliseconds = parseNumber(headers.get('retry-after-ms'));
  if (milliseconds !== null) return Math.min(milliseconds, LONGEST_MS);
  const value = headers.get('retry-after');
  const seconds = parseNumber(value);
  if (seconds !== null) return Math.min(seconds * 1000, LONGEST_MS);
  const date = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), LONGEST_MS);
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
