type AnyHeaders = ConstructorParameters<typeof Headers>[0];

/** Headers as an object of lower-case names. The library gives one already, which checking and sorting anew would only slow. */
export function plainHeaders(headers: AnyHeaders): Record<string, string> {
  if (headers === undefined) return {};
  if (headers instanceof Headers || Array.isArray(headers)) return Object.fromEntries(new Headers(headers));
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers as Readonly<Record<string, unknown>>)) {
    plain[name.toLowerCase()] = String(value);
  }
  return plain;
}
