import { offsetAt } from './time-zone.js';

/** What a clock in a zone shows. */
interface LocalTime {
  /** Its UTC fields are those of the zone. */
  readonly fields: Date;
  /** `+0100`. */
  readonly offset: string;
  /** Abbreviation of the zone, `+08` where English has none. */
  readonly name: string;
}

/**
 * What a clock shows in a zone; UTC in one that is unknown.
 *
 * @param at milliseconds since 1970
 */
export function localTime(at: number, zone: string): LocalTime {
  const minutes = offsetAt(zone, at) ?? 0;
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const [sign, hours, rest] = [minutes < 0 ? '-' : '+', two(Math.floor(size / 60)), size % 60];
  return {
    fields: new Date(at + minutes * 60_000),
    offset: `${sign}${hours}${two(rest)}`,
    // Seldom asked for, and costly.
    get name() {
      return abbreviationAt(at, zone) ?? `${sign}${hours}${rest === 0 ? '' : two(rest)}`;
    },
  };
}

/** Each English knows the abbreviations of its own part of the world. */
const ENGLISH = ['en-GB', 'en-US', 'en-AU', 'en-IN'];

function abbreviationAt(at: number, zone: string): string | null {
  if (offsetAt(zone, at) === null) return 'UTC';
  for (const locale of ENGLISH) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(
      at,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{3,5}$/.test(name)) return name;
  }
  return null;
}
