import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { DIMENSIONS, MODALITIES, type Dimension, type Modality } from './dimension.js';

/** What stands for all dimensions or modalities. */
const ALL = 'all';

/**
 * The dimensions that a benchmark's setting names, comma-separated, in their own order; all there are unless it does.
 *
 * @throws {UserError}
 */
export function chosenDimensions(given: unknown, benchmark: string): readonly Dimension[] {
  return chosen(given ?? ALL, DIMENSIONS, { what: 'dimension', benchmark });
}

/** The modalities that a setting names; the paper's two unless it does. @throws {UserError} */
export function chosenModalities(given: unknown, benchmark: string): readonly Modality[] {
  return chosen(given ?? 'text,vision', MODALITIES, { what: 'modality', benchmark });
}

function chosen<const T extends string>(
  given: unknown,
  known: readonly T[],
  { what, benchmark }: { readonly what: string; readonly benchmark: string },
): readonly T[] {
  const names = String(given)
    .split(',')
    .map((name) => name.trim());
  if (names.includes(ALL)) return known;
  const stranger = names.find((name) => !known.some((one) => one === name));
  if (stranger !== undefined) {
    throw new UserError(`${benchmark} has no ${what} "${stranger}"`, {
      hint: `${didYouMean(stranger, [...known, ALL])}It has ${known.join(', ')}, or ${ALL} of them; several are separated by commas.`,
    });
  }
  return known.filter((name) => names.includes(name));
}
