import type { AccessRight } from '../../domain/access/access-role.js';

/** What a route says of itself in the document of the API: the right that it takes. */
export const RIGHT = 'x-touchstone-right';

/** For a route that takes another right than to read. */
export function takes(right: AccessRight): { readonly [RIGHT]: AccessRight } {
  return { [RIGHT]: right };
}
