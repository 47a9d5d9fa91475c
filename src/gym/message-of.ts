import { TouchstoneError } from '../errors.js';

/** What clients are told of an error: of ours its words, of anything else no more than that it was. */
export function messageOf(error: unknown): string {
  if (!(error instanceof TouchstoneError)) return 'the server failed';
  return error.hint === undefined ? error.message : `${error.message} (${error.hint})`;
}
