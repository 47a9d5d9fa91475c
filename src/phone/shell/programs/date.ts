import { Complaint } from '../answer.js';
import { readOptions } from './read-options.js';
import type { Program } from '../program.js';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Says the phone's time, in UTC. */
export const date: Program = async (call) => {
  const options = readOptions(call, 'ud:D:r:I:R');
  const format = options.arguments.find((word) => word.startsWith('+'));
  const other = options.arguments.find((word) => !word.startsWith('+'));
  if (other !== undefined) throw new Complaint('cannot set date: Operation not permitted');
  let time = call.system.clock.now;
  const given = options.value('d');
  if (given !== undefined) {
    time = given.startsWith('@')
      ? Number(given.slice(1)) * 1000
      : Date.parse(/[zZ+]/.test(given) ? given : `${given}Z`);
    if (Number.isNaN(new Date(time).getTime())) throw new Complaint(`bad date '${given.slice(0, 40)}'`);
  }
  await call.stdout(`${timeByFormat(format?.slice(1) ?? '%a %b %e %H:%M:%S %Z %Y', new Date(time))}\n`);
};

/** A time in UTC by a format of `strftime`. */
function timeByFormat(format: string, time: Date): string {
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
    s: String(Math.floor(time.getTime() / 1000)),
    a: day.slice(0, 3),
    A: day,
    b: month.slice(0, 3),
    h: month.slice(0, 3),
    B: month,
    j: String(Math.floor((time.getTime() - startOfYear) / 86_400_000) + 1).padStart(3, '0'),
    u: String(time.getUTCDay() || 7),
    w: String(time.getUTCDay()),
    Z: 'UTC',
    z: '+0000',
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
