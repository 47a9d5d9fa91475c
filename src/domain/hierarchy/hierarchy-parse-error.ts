import { TouchstoneError, type Fault, type FilePlace } from '../../errors.js';

/** A UI hierarchy that is not one: truncated, not XML, hostile or beyond the limits. Voids what depends on the screen. */
export class HierarchyParseError extends TouchstoneError {
  readonly code = 'HIERARCHY_PARSE';
  readonly fault: Fault = 'dataset';

  constructor(message: string, options: { place: FilePlace; hint?: string; cause?: unknown }) {
    super(message, { hint: 'Record the screen again, or leave its task out.', ...options });
  }
}
