import { UserError } from '../../errors.js';

/** A model answers with the numbers of marks, and there is nothing to take marks from. */
export class MarksMissingError extends UserError {
  override readonly code = 'MARKS_MISSING';

  /** @param what the screens that have no marks, such as `the screen 3.png has no UI hierarchy` */
  constructor(what: string) {
    super(`the model answers with numbers of marks, and ${what}`, {
      hint: 'Name detected elements with --elements FOLDER, or a detector with --role detector=FILE (docs/marks.md).',
    });
  }
}
