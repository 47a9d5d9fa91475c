import { UserError } from '../errors.js';

/** What help says of the option `side`. */
export const SIDE_OPTION = 'longest side in pixels of the pictures that it is shown (default: as recorded)';

/** The option `side`; null where pictures stay as they were recorded. @throws {UserError} for what is no number of pixels */
export function pictureSide(given: string | undefined): number | null {
  if (given === undefined) return null;
  const side = Number(given);
  if (Number.isSafeInteger(side) && side >= 64 && side <= 10_000) return side;
  throw new UserError(`side=${given} is no number of pixels for a picture`, { hint: 'Name 64 to 10000.' });
}
