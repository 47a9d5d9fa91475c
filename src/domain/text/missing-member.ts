import { nearestName } from './nearest-name.js';

/**
 * Which function somebody's object lacks, with the nearest name that it has instead: `has no "decide" (it has "decied")`.
 * Null where it lacks none.
 */
export function missingCall(value: unknown, calls: readonly string[]): string | null {
  if (typeof value !== 'object' || value === null) return 'is no object';
  const missing = calls.find((call) => typeof (value as Record<string, unknown>)[call] !== 'function');
  if (missing === undefined) return null;
  if (missing in value) return `has no function "${missing}" (what it has there is something else)`;
  const nearest = nearestName(
    missing,
    namesOf(value).filter((name) => !calls.includes(name)),
  );
  return `has no function "${missing}"${nearest === null ? '' : ` (it has "${nearest}")`}`;
}

/** Names of its own, and those of its class. */
function namesOf(value: object): readonly string[] {
  const kind: unknown = Object.getPrototypeOf(value);
  const inherited =
    typeof kind === 'object' && kind !== null && kind !== Object.prototype
      ? Object.getOwnPropertyNames(kind)
      : [];
  return [...Object.keys(value), ...inherited];
}
