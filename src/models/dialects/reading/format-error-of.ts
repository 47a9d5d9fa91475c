import type { FormatErrorKind } from '../../../domain/decision.js';
import type { ParseResult } from '../dialect.js';

const EXCERPT_LENGTH = 500;

/**
 * Why an answer cannot be read, with the place.
 *
 * @param span UTF-16 offsets of the offending part; the whole answer unless given
 */
export function formatErrorOf(
  answer: string,
  kind: FormatErrorKind,
  message: string,
  span: readonly [start: number, end: number] = [0, answer.length],
): Extract<ParseResult, { type: 'format_error' }> {
  const start = Math.max(0, Math.min(span[0], answer.length));
  const end = Math.max(start, Math.min(span[1], answer.length));
  const excerpt = answer.slice(start, Math.min(end, start + EXCERPT_LENGTH));
  return { type: 'format_error', error: { kind, message, excerpt, span: [start, end] } };
}
