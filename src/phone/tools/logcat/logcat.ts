import { PatternError } from '../../pattern/pattern-program.js';
import { Pattern } from '../../pattern/pattern.js';
import { Complaint } from '../../shell/answer.js';
import { readOptions, type Options } from '../../shell/programs/read-options.js';
import type { ToolCall } from '../../shell/tool.js';
import { LOG_BUFFERS, LOG_LEVELS, type LogBuffer, type LogEntry } from '../../system-log/system-log.js';
import type { AndroidProgram } from '../system/android-system.js';
import { readLogFilter, type LogFilter } from './log-filter.js';
import { logLines, readLogFormat, type LogFormat } from './log-format.js';
import { logTime } from './log-time.js';

/** Exit status of a program that a signal ended. */
const ENDED = 130;

/** Entries that wait for a reader who is slow; what comes then is lost, as on a phone. */
const MOST_WAITING = 1000;

/** Characters that `log` writes of a line. */
const LONGEST_LINE = 1024;

const OPTIONS =
  'b:BcdDe:f:gG:Lm:n:pP:r:sSt:T:v:1:2:34 buffer=b binary=B clear=c dump=d dividers=D regex=e file=f buffer-size=g last=L ' +
  'max-count=m rotate-count=n prune=p rotate-kbytes=r statistics=S format=v pid=1 uid=2 print=3 wrap=4';

/** Names of several buffers at once, and of those that are there and hold nothing. */
const GROUPS: Readonly<Record<string, readonly LogBuffer[]>> = {
  all: LOG_BUFFERS,
  default: LOG_BUFFERS,
  events: [],
  radio: [],
  kernel: [],
  security: [],
  stats: [],
};

/** What is asked of the log. */
interface Query {
  readonly buffers: ReadonlySet<LogBuffer>;
  readonly filter: LogFilter;
  readonly format: LogFormat;
  readonly pattern: Pattern | null;
  readonly pid: number | null;
  /** Entries that are printed at most. */
  readonly most: number;
  readonly switches: boolean;
}

/**
 * `logcat`: the log from its beginning, then what comes, until its reader goes; `-d` and `-t` end where it ends.
 *
 * Source: AOSP `system/logging/logcat/logcat.cpp`.
 */
export const logcat: AndroidProgram = async (args, call, { controls }) => {
  const options = readOptions({ words: ['logcat', ...args] }, OPTIONS);
  const query = readQuery(options, call);
  const { systemLog, clock } = controls;
  if (options.has('g')) return [...query.buffers].map((name) => sizeLine(name, systemLog.entries)).join('');
  if (options.has('G') || options.has('p') || options.has('P') || options.has('S')) return;
  if (options.has('c')) return systemLog.clear(query.buffers);
  if (options.has('L')) return;
  const recent = options.value('t') ?? options.value('T');
  const time = { now: clock.now, timeZone: clock.timeZone ?? 'UTC' };
  const printer = new LogPrinter(query, { timeZone: time.timeZone, startedAt: clock.now - clock.uptime });
  const waiting: LogEntry[] = [];
  let wake = (): void => {};
  const stop = systemLog.listen((entry) => {
    if (waiting.length < MOST_WAITING) waiting.push(entry);
    wake();
  });
  const file = options.value('f');
  const write = async (text: string): Promise<void> => {
    if (text === '') return;
    if (file === undefined) return call.stdout(text);
    const path = controls.files.resolve(file, call.folder);
    if (controls.files.append(path, Buffer.from(text)) !== null)
      throw new Complaint(`couldn't open output file`);
  };
  try {
    await write(printer.print(since(systemLog.entries, recent, query, time)));
    if (options.has('d') || options.has('t')) return;
    for (;;) {
      if (call.signal.aborted) return ENDED;
      if (printer.isDone) return;
      if (waiting.length === 0) await nextEntry(call.signal, (resume) => (wake = resume));
      await write(printer.print(waiting.splice(0)));
    }
  } finally {
    stop();
  }
};

/** Resolves with the next entry, or once nobody reads any more. */
function nextEntry(signal: AbortSignal, onWake: (resume: () => void) => void): Promise<void> {
  return new Promise<void>((resolve) => {
    const resume = (): void => {
      signal.removeEventListener('abort', resume);
      resolve();
    };
    onWake(resume);
    signal.addEventListener('abort', resume, { once: true });
  });
}

/** @throws {Complaint} */
function readQuery(options: Options, call: ToolCall): Query {
  const format = readLogFormat(options.values('v'));
  if ('unknown' in format) throw new Complaint(`Invalid parameter "${format.unknown}" to -v`);
  const given = options.arguments;
  const tags = call.variables.get('ANDROID_LOG_TAGS') ?? '';
  const rules = [...(options.has('s') ? ['*:S'] : []), ...(given.length > 0 ? given : [tags])];
  const filter = readLogFilter(rules);
  if ('unknown' in filter) throw new Complaint(`Invalid filter expression '${filter.unknown.slice(0, 80)}'`);
  const names = options.values('b').flatMap((value) => value.split(','));
  const buffers = new Set<LogBuffer>();
  for (const name of names.length > 0 ? names : ['default']) {
    const own = LOG_BUFFERS.find((buffer) => buffer === name);
    const group = Object.hasOwn(GROUPS, name) ? GROUPS[name] : undefined;
    if (own === undefined && group === undefined)
      throw new Complaint(`Unknown -b buffer '${name.slice(0, 40)}'`);
    for (const buffer of own === undefined ? (group ?? []) : [own]) buffers.add(buffer);
  }
  return {
    buffers,
    filter,
    format,
    pattern: patternOf(options.value('e')),
    pid: options.has('1') ? Number(options.value('1')) : null,
    most: Number(options.value('m') ?? Number.POSITIVE_INFINITY),
    switches: options.has('D'),
  };
}

function patternOf(text: string | undefined): Pattern | null {
  if (text === undefined) return null;
  try {
    return new Pattern(text, { syntax: 'extended' });
  } catch (error) {
    if (error instanceof PatternError) throw new Complaint(`Invalid regex '${text.slice(0, 80)}'`);
    throw error;
  }
}

/** Entries from where `-t` or `-T` says: so many of the last, or those from a time on. @throws {Complaint} */
function since(
  entries: readonly LogEntry[],
  recent: string | undefined,
  { buffers }: Query,
  time: { readonly now: number; readonly timeZone: string },
): readonly LogEntry[] {
  if (recent === undefined) return entries;
  const shown = entries.filter(({ buffer }) => buffers.has(buffer));
  if (/^\d+$/.test(recent)) return Number(recent) === 0 ? [] : shown.slice(-Number(recent));
  const from = logTime(recent, time);
  if (from === null) throw new Complaint(`-t "${recent.slice(0, 40)}" not in time format`);
  return shown.filter(({ at }) => at >= from);
}

function sizeLine(name: LogBuffer, entries: readonly LogEntry[]): string {
  const bytes = entries.reduce(
    (sum, { buffer, tag, text }) => (buffer === name ? sum + tag.length + text.length + 32 : sum),
    0,
  );
  const used = bytes < 1024 ? `${bytes} B` : `${Math.floor(bytes / 1024)} KiB`;
  return `${name}: ring buffer is 256 KiB (${used} consumed), max entry is 5120 B, max payload is 4068 B\n`;
}

/** Prints entries one after the other, each buffer with its beginning. */
class LogPrinter {
  readonly #query: Query;
  readonly #phone: { readonly timeZone: string; readonly startedAt: number };
  readonly #begun = new Set<LogBuffer>();
  #last: LogBuffer | null = null;
  #printed = 0;

  constructor(query: Query, phone: { readonly timeZone: string; readonly startedAt: number }) {
    this.#query = query;
    this.#phone = phone;
  }

  /** As many entries were printed as were asked for. */
  get isDone(): boolean {
    return this.#printed >= this.#query.most;
  }

  print(entries: readonly LogEntry[]): string {
    const { buffers, filter, format, pattern, pid } = this.#query;
    let text = '';
    for (const entry of entries) {
      if (this.isDone) break;
      if (!buffers.has(entry.buffer) || (pid !== null && entry.pid !== pid)) continue;
      text += this.#divider(entry.buffer);
      if (!filter.passes(entry) || pattern?.test(entry.text) === false) continue;
      text += logLines(entry, format, this.#phone);
      this.#printed += 1;
    }
    return text;
  }

  #divider(buffer: LogBuffer): string {
    if (buffer === this.#last) return '';
    const hasBegun = this.#begun.has(buffer);
    this.#last = buffer;
    this.#begun.add(buffer);
    if (hasBegun && !this.#query.switches) return '';
    return `--------- ${hasBegun ? 'switch to' : 'beginning of'} ${buffer}\n`;
  }
}

/** `log [-b BUFFER] [-p LEVEL] [-t TAG] [TEXT…]`: writes a line into the log, or those of its input. Source: toybox `log`. */
export const log: AndroidProgram = async (args, call, { controls }) => {
  const options = readOptions({ words: ['log', ...args] }, 'b:p:t:');
  const letter = options.value('p') ?? 'i';
  const level = LOG_LEVELS.find((one) => one === letter.toUpperCase());
  // Silent, and written nowhere.
  if (letter.toLowerCase() === 's') return;
  if (level === undefined) throw new Complaint(`bad -p '${letter.slice(0, 8)}'`);
  const name = options.value('b') ?? 'main';
  const buffer = LOG_BUFFERS.find((one) => one === name);
  if (buffer === undefined) {
    if (Object.hasOwn(GROUPS, name)) return;
    throw new Complaint(`unknown log buffer: ${name.slice(0, 40)}`);
  }
  const tag = options.value('t') ?? 'log';
  const write = (text: string): void =>
    controls.systemLog.add({ buffer, pid: call.pid, level, tag, text: text.slice(0, LONGEST_LINE) });
  if (options.arguments.length > 0) write(options.arguments.join(' '));
  else {
    const chunks: Uint8Array[] = [];
    for await (const bytes of call.stdin) if (chunks.length < MOST_WAITING) chunks.push(bytes);
    for (const line of Buffer.concat(chunks).toString().split('\n').filter(Boolean)) write(line);
  }
};
