import { localTime } from '../../../domain/clock/local-time.js';
import { offsetAt } from '../../../domain/clock/time-zone.js';
import { Complaint } from '../answer.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Says the phone's time in its zone, in that of `TZ`, or with `-u` in UTC. */
export const date: Program = async (call) => {
  const options = readOptions(call, 'ud:D:r:I:R');
  const format = options.arguments.find((word) => word.startsWith('+'));
  const other = options.arguments.find((word) => !word.startsWith('+'));
  if (other !== undefined) throw new Complaint('cannot set date: Operation not permitted');
  const { clock } = call.system;
  const zone = options.has('u') ? 'UTC' : (call.variables.get('TZ') ?? clock.timeZone ?? 'UTC');
  let time = clock.now;
  const given = options.value('d');
  if (given !== undefined) {
    time = given.startsWith('@') ? Number(given.slice(1)) * 1000 : timeOf(given, zone);
    if (Number.isNaN(new Date(time).getTime())) throw new Complaint(`bad date '${given.slice(0, 40)}'`);
  }
  await call.stdout(`${timeByFormat(format?.slice(1) ?? '%a %b %e %H:%M:%S %Z %Y', time, zone)}\n`);
};

/** A time that was written in a zone, milliseconds since 1970; NaN where it is none. */
function timeOf(given: string, zone: string): number {
  if (/[zZ+]/.test(given)) return Date.parse(given);
  const inUtc = Date.parse(`${given}Z`);
  if (Number.isNaN(inUtc)) return Number.NaN;
  // The offset is that of the time itself, which the first guess is at most a day away from.
  const guess = inUtc - (offsetAt(zone, inUtc) ?? 0) * 60_000;
  return inUtc - (offsetAt(zone, guess) ?? 0) * 60_000;
}

/** A time in a zone by a format of `strftime`. */
function timeByFormat(format: string, at: number, zone: string): string {
  const { fields: time, offset, name } = localTime(at, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = time.getUTCHours();
  const day = DAYS[time.getUTCDay()] ?? '';
  const month = MONTHS[time.getUTCMonth()] ?? '';
  const startOfYear = Date.UTC(time.getUTCFullYear(), 0, 1);
  const values: Readonly<Record<string, string>> = {
    Y: String(time.getUTCFullYear()),
    y: two(time.getUTCFullYear() % 100),
    m: two(time.getUTCMonth() + 1),
    d: two(time.getUTCDate()),
    e: String(time.getUTCDate()).padStart(2),
    H: two(hours),
    I: two(hours % 12 || 12),
    M: two(time.getUTCMinutes()),
    S: two(time.getUTCSeconds()),
    N: `${String(time.getUTCMilliseconds()).padStart(3, '0')}000000`,
    p: hours < 12 ? 'AM' : 'PM',
    s: String(Math.floor(at / 1000)),
    a: day.slice(0, 3),
    A: day,
    b: month.slice(0, 3),
    h: month.slice(0, 3),
    B: month,
    j: String(Math.floor((time.getTime() - startOfYear) / 86_400_000) + 1).padStart(3, '0'),
    u: String(time.getUTCDay() || 7),
    w: String(time.getUTCDay()),
    Z: name,
    z: offset,
    n: '\n',
    t: '\t',
    '%': '%',
  };
  const whole: Readonly<Record<string, string>> = {
    F: '%Y-%m-%d',
    T: '%H:%M:%S',
    R: '%H:%M',
    D: '%m/%d/%y',
    c: '%a %b %e %H:%M:%S %Y',
    x: '%m/%d/%y',
    X: '%H:%M:%S',
  };
  return format
    .replace(/%(.)/g, (text, letter: string) => whole[letter] ?? text)
    .replace(/%(?:([0-9])N|(.))/g, (text, digits: string | undefined, letter: string) =>
      digits ? (values['N'] ?? '').slice(0, Number(digits)) : (values[letter] ?? text),
    );
}
