import { offsetAt } from '../../../domain/clock/time-zone.js';

/**
 * A time as `logcat -t` and `-T` take it: `MM-DD hh:mm:ss.mmm` in the phone's zone and year, with the year before it, or seconds
 * since 1970 with a fraction. Milliseconds since 1970; null where it is none.
 */
export function logTime(
  text: string,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
) {
  if (/^\d+\.\d+$/.test(text)) return Number(text) * 1000;
  const match = /^(?:(\d{4})-)?(\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const year = match[1] ?? new Date(now).toISOString().slice(0, 4);
  const local = Date.parse(
    `${year}-${match[2]}T${match[3]}.${(match[4] ?? '0').padEnd(3, '0').slice(0, 3)}Z`,
  );
  return Number.isNaN(local) ? null : local - (offsetAt(timeZone, local) ?? 0) * 60_000;
}
