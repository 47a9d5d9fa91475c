/** Longest wait an endpoint can ask for; anything beyond is taken for this. */
const LONGEST_MS = 24 * 3_600_000;

/** A bucket that is empty refills by then. Source: the rate-limit pages of OpenAI and Anthropic. */
const RESET_HEADERS = [
  ['x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'],
  ['x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens'],
  ['anthropic-ratelimit-requests-remaining', 'anthropic-ratelimit-requests-reset'],
  ['anthropic-ratelimit-tokens-remaining', 'anthropic-ratelimit-tokens-reset'],
  ['anthropic-ratelimit-input-tokens-remaining', 'anthropic-ratelimit-input-tokens-reset'],
  ['anthropic-ratelimit-output-tokens-remaining', 'anthropic-ratelimit-output-tokens-reset'],
] as const;

/**
 * Milliseconds that a response asks to wait before the next attempt, at most a day; null where it gives nothing
 * readable. In this order: `retry-after-ms`, `retry-after` (seconds or a date), Google's `RetryInfo` in the body, the
 * latest reset among the rate limits that are used up.
 *
 * Source: RFC 9110 section 10.2.3; google.rpc.RetryInfo; the vendors' rate-limit pages.
 */
export function parseRetryAfter(headers: Headers, now: number, body = ''): number | null {
  const asked = statedWait(headers, now) ?? retryInfo(body) ?? exhaustedFor(headers, () => now);
  return asked === null ? null : Math.min(asked, LONGEST_MS);
}

function statedWait(headers: Headers, now: number): number | null {
  const milliseconds = parseNumber(headers.get('retry-after-ms'));
  if (milliseconds !== null) return milliseconds;
  const value = headers.get('retry-after');
  const seconds = parseNumber(value);
  if (seconds !== null) return seconds * 1000;
  return value === null ? null : untilDate(value, now);
}

function retryInfo(body: string): number | null {
  const seconds = /"retryDelay"\s*:\s*"(\d{1,9}(?:\.\d{1,9})?)s"/.exec(body)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** Milliseconds until the last of the rate limits that are used up opens again; null where none is. */
export function exhaustedFor(headers: Headers, now: () => number): number | null {
  let longest: number | null = null;
  for (const [remaining, reset] of RESET_HEADERS) {
    const value = headers.get(reset);
    if (value === null || parseNumber(headers.get(remaining)) !== 0) continue;
    const wait = parseDuration(value) ?? untilDate(value, now());
    if (wait !== null) longest = Math.max(longest ?? 0, wait);
  }
  return longest;
}

/** `1h2m3.5s`, `120ms`, or plain seconds. */
function parseDuration(text: string): number | null {
  const seconds = parseNumber(text);
  if (seconds !== null) return seconds * 1000;
  const match = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/.exec(
    text.trim(),
  );
  if (match === null || match[0] === '') return null;
  const [days = 0, hours = 0, minutes = 0, secondsPart = 0, milliseconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (((days * 24 + hours) * 60 + minutes) * 60 + secondsPart) * 1000 + milliseconds;
}

function untilDate(text: string, now: number): number | null {
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}

function parseNumber(text: string | null): number | null {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;
}
