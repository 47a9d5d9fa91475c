import type { Action } from '../../../domain/action.js';
import type { FormatErrorKind } from '../../../domain/decision.js';
import type { ParseResult } from '../dialect.js';

/** Why an action, or one of its arguments, cannot be read. */
export interface ArgumentProblem {
  readonly kind: FormatErrorKind;
  readonly message: string;
}

/** Whether reading ended in a problem; actions and their arguments never have a `kind`. */
export function isProblem(read: object): read is ArgumentProblem {
  return 'kind' in read;
}

/** Nothing in the answer is an action. */
export function noAction(message: string): ArgumentProblem {
  return { kind: 'no_action', message };
}

/** What should be an action is not written as one. */
export function malformed(message: string): ArgumentProblem {
  return { kind: 'malformed_action', message };
}

/** An action that the grammar does not have. */
export function unknownAction(name: string, what = 'action'): ArgumentProblem {
  return { kind: 'unknown_action', message: `there is no ${what} ${name}` };
}

/** An argument that must be there is not. */
export function missing(message: string): ArgumentProblem {
  return { kind: 'missing_argument', message };
}

/** An argument is not what it must be. */
export function invalid(message: string): ArgumentProblem {
  return { kind: 'invalid_argument', message };
}

/** The beginning of what a model wrote, in quotes, for a message. */
export function quoted(written: string): string {
  return JSON.stringify(written.slice(0, 40));
}

/** Worth knowing, and inside every grammar all the same. */
const NOTES: ReadonlySet<string> = new Set(['out_of_bounds', 'zero_length_path', 'truncated']);

/** What an answer contains besides its actions; absent and empty both mean nothing. */
export interface SaidBeside {
  readonly thought?: string | null | undefined;
  readonly summary?: string | null | undefined;
}

/** The result of reading actions; lenient where a warning names something outside the grammar. */
export function actionsResult(
  actions: readonly [Action, ...Action[]],
  { thought, summary }: SaidBeside,
  warnings: ReadonlySet<string>,
): ParseResult {
  let lenient = false;
  for (const code of warnings) lenient ||= !NOTES.has(code);
  return {
    type: 'actions',
    actions,
    ...(thought ? { thought } : {}),
    ...(summary ? { summary } : {}),
    warnings: [...warnings],
    lenient,
  };
}

/** The result of an answer that cannot be read, with what it thinks. `span`: offsets of the offending part. */
export function problemResult(
  answer: string,
  { kind, message }: ArgumentProblem,
  thought: string | null,
  span?: readonly [start: number, end: number],
): ParseResult {
  return { ...formatErrorOf(answer, kind, message, span), ...(thought ? { thought } : {}) };
}

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
