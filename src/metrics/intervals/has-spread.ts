/** Standard errors on the scale 0–1 that are smaller come from rounding: 1e-17 where every value is 2/3, say. */
const ROUNDING = 1e-12;

/**
 * Whether values differ at all, by the standard error of their mean on the scale 0–1. Where they do not, nothing measures
 * how sure the mean is, and an error of 0 would claim certainty: such values get an interval that only their number decides.
 */
export function hasSpread(standardError: number): boolean {
  return standardError > ROUNDING;
}
