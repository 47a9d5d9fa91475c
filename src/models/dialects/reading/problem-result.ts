import type { ArgumentProblem } from './argument-problem.js';
import type { ParseResult } from '../dialect.js';
import { formatErrorOf } from './format-error-of.js';

/** The result of an answer that cannot be read, with what it thinks. `span`: offsets of the offending part. */
export function problemResult(
  answer: string,
  { kind, message }: ArgumentProblem,
  thought: string | null,
  span?: readonly [start: number, end: number],
): ParseResult {
  return { ...formatErrorOf(answer, kind, message, span), ...(thought ? { thought } : {}) };
}
