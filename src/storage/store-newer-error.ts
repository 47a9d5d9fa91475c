import { UserError } from '../errors.js';

/** A newer version of Touchstone keeps this index: it is left alone, and neither read nor made once more. */
export class StoreNewerError extends UserError {
  override readonly code = 'INDEX_NEWER';

  static of(
    file: string,
    { found, known }: { readonly found: number; readonly known: number },
  ): StoreNewerError {
    return new StoreNewerError(
      `The index is of format ${found}, and this version of Touchstone knows formats to ${known}`,
      {
        place: { file },
        hint: 'Use the newer version, or set TOUCHSTONE_HOME to a folder of its own for this one. The index may be deleted once nobody uses the newer one.',
      },
    );
  }
}
