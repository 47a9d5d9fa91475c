import type { Arrival } from './transport.js';

/** What an event of a stream brings of the answer: words of it, or thinking. */
export type TokenKind = 'text' | 'reasoning';

/** What one event, parsed from JSON, brings; null where it brings nothing. */
export type TokenFinder = (event: unknown) => TokenKind | null;

/** When the parts of a streamed answer came, milliseconds from the request. */
export interface StreamTimes {
  /** The first part of any kind. */
  readonly firstMs: number;
  /** The last part of any kind. */
  readonly lastMs: number;
  /** The first part of the answer itself; null where there is thinking alone. */
  readonly firstTextMs: number | null;
}

/**
 * When the parts of an answer came that was sent as a stream of events; null where it brought none. An event has come once
 * its line has, and lines that came together came at one time.
 */
export function streamTimes(
  text: string,
  arrivals: readonly Arrival[],
  tokenIn: TokenFinder,
): StreamTimes | null {
  const lines = linesOf(text);
  const first = lines.find((line) => kindOf(line, tokenIn) !== null);
  if (first === undefined) return null;
  const firstText = lines.find((line) => kindOf(line, tokenIn) === 'text');
  const last = lines.findLast((line) => kindOf(line, tokenIn) !== null) ?? first;
  const timeOf = ({ end }: Line): number =>
    // A text that was not UTF-8 is longer than its bytes.
    (arrivals.find(({ bytes }) => bytes >= end) ?? arrivals.at(-1))?.ms ?? 0;
  return {
    firstMs: timeOf(first),
    lastMs: timeOf(last),
    firstTextMs: firstText === undefined ? null : timeOf(firstText),
  };
}

interface Line {
  readonly data: string;
  /** Bytes of the text up to the end of the line. */
  readonly end: number;
}

function linesOf(text: string): Line[] {
  const found: Line[] = [];
  let end = 0;
  for (const line of text.split('\n')) {
    end += Buffer.byteLength(line);
    if (line.startsWith('data:')) found.push({ data: line.slice('data:'.length), end });
    // The line feed.
    end += 1;
  }
  return found;
}

function kindOf({ data }: Line, tokenIn: TokenFinder): TokenKind | null {
  try {
    return tokenIn(JSON.parse(data));
  } catch {
    return null;
  }
}
