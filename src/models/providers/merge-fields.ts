/** A body with more fields; objects are merged, anything else is replaced. */
export function mergeFields(
  body: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...body };
  for (const [name, value] of Object.entries(more)) {
    const old = merged[name];
    merged[name] = isObject(old) && isObject(value) ? mergeFields(old, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
