import { MAX_ANSWER_LENGTH } from '../dialects/dialect.js';

/** Why an answer that is no action cannot be read. Source: models.md section 3.3. */
export type ReadingErrorKind =
  /** Nothing but white space. */
  | 'empty_output'
  /** Not what was asked for. */
  | 'malformed_answer'
  /** A grounding model names no position. */
  | 'no_action'
  /** A grounding model names a position that is none. */
  | 'invalid_argument'
  /** A grounding model says that what it looks for is not there. */
  | 'refusal';

/** The value of a model's answer, or why it cannot be read. */
export type Reading<T> =
  | { readonly type: 'value'; readonly value: T }
  | {
      readonly type: 'unreadable';
      readonly error: { readonly kind: ReadingErrorKind; readonly message: string };
    };

/** An answer with this value. */
export function reads<T>(value: T): Reading<T> {
  return { type: 'value', value };
}

/** An answer that is not what was asked for. */
export function unreadable(
  message: string,
  kind: ReadingErrorKind = 'malformed_answer',
): Extract<Reading<never>, { type: 'unreadable' }> {
  return { type: 'unreadable', error: { kind, message } };
}

/** Refuses empty and overlong answers before `read` gets them. */
export function readChecked<T>(text: string, read: (text: string) => Reading<T>): Reading<T> {
  if (text.length > MAX_ANSWER_LENGTH) {
    return unreadable(`the answer is longer than ${MAX_ANSWER_LENGTH} characters`);
  }
  if (text.replaceAll('\uFEFF', '').trim() === '') return unreadable('the answer is empty', 'empty_output');
  return read(text);
}
