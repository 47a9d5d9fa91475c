/** Characters shown of a value. */
const MOST = 80;

/**
 * A value of somebody else's in a message: a text as it is, everything else as JSON. `String` would call what the value
 * itself has under `toString`, which JSON may set to anything.
 */
export function showValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? typeof value);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
