import { localTime } from '../../../domain/clock/local-time.js';
import type { LogEntry } from '../../system-log/system-log.js';

const FORMATS = ['brief', 'long', 'process', 'raw', 'tag', 'thread', 'threadtime', 'time'] as const;
type FormatName = (typeof FORMATS)[number];

const MODIFIERS = [
  'color',
  'colour',
  'descriptive',
  'epoch',
  'monotonic',
  'nsec',
  'printable',
  'uid',
  'usec',
  'UTC',
  'year',
  'zone',
] as const;
type Modifier = (typeof MODIFIERS)[number];

/** How a line of the log is printed. */
export interface LogFormat {
  readonly name: FormatName;
  readonly modifiers: ReadonlySet<Modifier>;
}

/** Reads the values of `-v`, each of which may name several; null and the word where one is none. */
export function readLogFormat(values: readonly string[]): LogFormat | { readonly unknown: string } {
  let name: FormatName = 'threadtime';
  const modifiers = new Set<Modifier>();
  for (const word of values.flatMap((value) => value.split(/[, ]+/)).filter(Boolean)) {
    const format = FORMATS.find((one) => one === word);
    const modifier = MODIFIERS.find((one) => one === word);
    if (format !== undefined) name = format;
    else if (modifier !== undefined) modifiers.add(modifier);
    else return { unknown: word };
  }
  return { name, modifiers };
}

/**
 * Lines of one entry as `logcat` prints them.
 *
 * Source: AOSP `liblog/logprint.cpp`, `android_log_formatLogLine`. Deviation: neither colours nor user ids are printed.
 */
export function logLines(
  { at, pid, level, tag, text }: LogEntry,
  { name, modifiers }: LogFormat,
  phone: { readonly timeZone: string; readonly startedAt: number },
): string {
  const process = String(pid).padStart(5);
  const wide = tag.padEnd(8);
  const when = timeText(at, modifiers, phone);
  const each = (prefix: string, suffix = ''): string =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${prefix}${line}${suffix}\n`)
      .join('');
  switch (name) {
    case 'brief':
      return each(`${level}/${wide}(${process}): `);
    case 'long':
      return `[ ${when} ${process}:${process} ${level}/${wide} ]\n${text.replace(/\n$/, '')}\n\n`;
    case 'process':
      return each(`${level}(${process}) `, `  (${tag})`);
    case 'raw':
      return each('');
    case 'tag':
      return each(`${level}/${wide}: `);
    case 'thread':
      return each(`${level}(${process}:${process}) `);
    case 'time':
      return each(`${when} ${level}/${wide}(${process}): `);
    case 'threadtime':
      return each(`${when} ${process} ${process} ${level} ${wide}: `);
    default:
      return name satisfies never;
  }
}

function timeText(
  at: number,
  modifiers: ReadonlySet<Modifier>,
  { timeZone, startedAt }: { readonly timeZone: string; readonly startedAt: number },
): string {
  const decimals = modifiers.has('nsec') ? 9 : modifiers.has('usec') ? 6 : 3;
  const fraction = (milliseconds: number): string =>
    String(Math.floor(milliseconds) % 1000)
      .padStart(3, '0')
      .padEnd(decimals, '0');
  if (modifiers.has('epoch') || modifiers.has('monotonic')) {
    const since = modifiers.has('monotonic') ? at - startedAt : at;
    return `${String(Math.floor(since / 1000)).padStart(6)}.${fraction(since)}`;
  }
  const { fields, offset } = localTime(at, modifiers.has('UTC') ? 'UTC' : timeZone);
  const clock = fields.toISOString();
  const date = modifiers.has('year') ? clock.slice(0, 10) : clock.slice(5, 10);
  const zone = modifiers.has('zone') ? ` ${offset}` : '';
  return `${date} ${clock.slice(11, 19)}.${fraction(at)}${zone}`;
}
