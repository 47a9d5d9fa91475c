import { localTime } from '../../../domain/clock/local-time.js';

/** Permissions as `ls -l` shows them: `-rw-rw----`. */
export function modeText(mode: number): string {
  const type = { 0o040000: 'd', 0o020000: 'c' }[mode & 0o170000] ?? '-';
  const letters = Array.from('rwxrwxrwx', (letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-'));
  return type + letters.join('');
}

/** A time in seconds as `YYYY-MM-DD hh:mm:ss` in a zone, and the zone's offset (`+0100`). */
export function timeText(seconds: number, zone = 'UTC'): { readonly text: string; readonly offset: string } {
  // A day from the ends of what dates can be, whichever the zone.
  const { fields, offset } = localTime(Math.max(-8.63e12, Math.min(8.63e12, seconds)) * 1000, zone);
  return { text: fields.toISOString().replace('T', ' ').slice(0, 19), offset };
}
