/** More than there are zones; names are known in any case of their letters. */
const MOST_FORMATTERS = 1000;
/** Formatters by zone: making one takes a hundred times as long as using it. */
const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

/** Whether a time zone of this name is known (`Europe/Lisbon`, `UTC`). */
export function isTimeZone(name: string): boolean {
  return offsetAt(name, 0) !== null;
}

/**
 * Minutes that clocks in a zone are ahead of UTC at a time; null for an unknown zone.
 *
 * @param at milliseconds since 1970
 */
export function offsetAt(zone: string, at: number): number | null {
  try {
    const parts = formatterOf(zone)?.formatToParts(at);
    if (parts === undefined) return null;
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    if (sign === undefined) return 0;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return null;
  }
}

/** @throws {RangeError} for an unknown zone, of which nothing is kept */
function formatterOf(zone: string): Intl.DateTimeFormat | undefined {
  // Offsets (`+02:00`) are no names, though engines take them.
  if (!/^[A-Za-z]/.test(zone)) return undefined;
  const known = FORMATTERS.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  if (FORMATTERS.size < MOST_FORMATTERS) FORMATTERS.set(zone, made);
  return made;
}
