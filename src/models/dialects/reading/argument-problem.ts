import type { FormatErrorKind } from '../../../domain/decision.js';

/** Why an action, or one of its arguments, cannot be read. */
export interface ArgumentProblem {
  readonly kind: FormatErrorKind;
  readonly message: string;
}

/** Whether reading ended in a problem; actions and their arguments never have a `kind`. */
export function isProblem(read: object): read is ArgumentProblem {
  return 'kind' in read;
}
