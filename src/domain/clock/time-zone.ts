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
  // Offsets (`+02:00`) are no names, though engines take them.
  if (!/^[A-Za-z]/.test(zone)) return null;
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
      at,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    if (sign === undefined) return 0;
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return null;
  }
}
