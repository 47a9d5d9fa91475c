import type { Strings } from './strings.js';

/** Why an episode ended, in the reader's words, or as it is written where there are none. */
export function reasonName(strings: Strings, reason: string): string {
  return (strings.reasons as Readonly<Record<string, string>>)[reason] ?? reason;
}
