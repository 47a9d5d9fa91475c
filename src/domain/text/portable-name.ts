/** What {@link portableName} makes of a name that cannot be carried. */
const WRITTEN = /^~(?:[\da-f]{4})*$/;

/**
 * A name in a form that comes back as it was from addresses and databases: as it is, unless those make another one of it. Half
 * of a surrogate pair has no form in UTF-8, browsers take `.` and `..` in a path for steps even where they are escaped, and
 * nothing is no part of a path: such a name is `~` and its UTF-16 units in hexadecimal.
 */
export function portableName(name: string): string {
  const isPlain = name !== '' && name !== '.' && name !== '..' && !hasHalfPair(name) && !WRITTEN.test(name);
  return isPlain ? name : `~${units(name)}`;
}

/** The name that was made portable. */
export function nameOfPortable(text: string): string {
  if (!WRITTEN.test(text)) return text;
  return text.slice(1).replaceAll(/[\da-f]{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)));
}

/** A portable name as a part of an address, percent-encoded. */
export function addressPart(name: string): string {
  return encodeURIComponent(portableName(name));
}

function units(name: string): string {
  return Array.from({ length: name.length }, (_, place) =>
    name.charCodeAt(place).toString(16).padStart(4, '0'),
  ).join('');
}

function hasHalfPair(name: string): boolean {
  return /\p{Surrogate}/u.test(name);
}
