/** Buffers of Android's log that are written to here. */
export const LOG_BUFFERS = ['main', 'system', 'crash'] as const;
export type LogBuffer = (typeof LOG_BUFFERS)[number];

/** From verbose to fatal. */
export const LOG_LEVELS = ['V', 'D', 'I', 'W', 'E', 'F'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogEntry {
  /** Milliseconds since 1970 on the phone's clock. */
  readonly at: number;
  readonly buffer: LogBuffer;
  readonly pid: number;
  readonly level: LogLevel;
  readonly tag: string;
  readonly text: string;
}

/** Entries that are kept; a phone keeps 256 KiB of each buffer. */
const MOST_ENTRIES = 1000;

/** Characters of a text that are kept. Source: AOSP `liblog`, `LOGGER_ENTRY_MAX_PAYLOAD`. */
const LONGEST_TEXT = 4068;

/** Number of the system's own process. */
const SYSTEM_SERVER = 836;

/** Android's log of one phone: what the system says of the apps it starts and ends, and what clients write into it. */
export class SystemLog {
  readonly #now: () => number;
  #entries: LogEntry[] = [];
  readonly #readers = new Set<(entry: LogEntry) => void>();

  /** @param now milliseconds since 1970 on the phone's clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Oldest first. */
  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  add(entry: Omit<LogEntry, 'at'>): void {
    const added = { ...entry, at: this.#now(), text: entry.text.slice(0, LONGEST_TEXT) };
    this.#entries.push(added);
    // Half a buffer at a time, so that most entries move nothing.
    if (this.#entries.length > 1.5 * MOST_ENTRIES) this.#entries = this.#entries.slice(-MOST_ENTRIES);
    for (const read of this.#readers) read(added);
  }

  /** The system says something of activities or processes. */
  say(tag: 'ActivityManager' | 'ActivityTaskManager' | 'SystemServer', text: string): void {
    this.add({ buffer: 'system', pid: SYSTEM_SERVER, level: 'I', tag, text });
  }

  clear(buffers: ReadonlySet<LogBuffer>): void {
    this.#entries = this.#entries.filter(({ buffer }) => !buffers.has(buffer));
  }

  /** Calls the reader with every entry from now on; gives what stops that. */
  listen(read: (entry: LogEntry) => void): () => void {
    this.#readers.add(read);
    return () => this.#readers.delete(read);
  }
}
