import { wholeNumber } from '../../../domain/text/parse-option.js';
import { UserError } from '../../../errors.js';

/** How many are to be drawn; null where the switch is not given. @throws {UserError} for none, and what is no number */
export function sampleSize(value: unknown, flag: string): number | null {
  if (value === undefined) return null;
  const size = wholeNumber(value, flag);
  if (size > 0) return size;
  throw new UserError(`${flag}: a sample of no step is none`, { hint: `Write ${flag} 50000, for example.` });
}
