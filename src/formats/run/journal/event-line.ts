import { isAscii } from 'node:buffer';
import { crc32 } from 'node:zlib';

/*
 * A line is one JSON object whose first entry is the CRC-32 (8 hex digits) of all bytes between the comma that follows it
 * and the line's end. So a line stays readable JSON, and checking it needs no second serialisation.
 */
const OPEN = '{"checksum":"';
const BODY = OPEN.length + 8 + 2;
const TYPE_FIRST = '{"type":';
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;
const COMMA = 0x2c;
const HYPHEN = 0x2d;
/** Numbers of more digits may be more than a number can say. */
const MOST_DIGITS = 15;
/*
 * The writer puts number and type first, so that a reader can pass over events it does not want without parsing them. It
 * looks at bytes: for a million lines, texts and patterns would take longer than everything else.
 */
const OPEN_BYTES = Buffer.from(OPEN);
const SEQUENCE_BYTES = Buffer.from('"sequence":');
const TYPE_BYTES = Buffer.from(',"type":"');
/** The item of an event about one, where our own writer puts it, and the mode of a score. */
const ITEM = /^"sequence":\d+,"type":"[a-z-]+","at":"[^"\\]*","item":("(?:[^"\\]|\\.)*")/;
const MODE =
  /^"sequence":\d+,"type":"score","at":"[^"\\]*","item":"(?:[^"\\]|\\.)*","repeat":\d+,"writer":"[^"\\]*","attempt":\d+,"result":\{"mode":"([a-z]+)"/;
/** Within so many bytes of the body both are looked for. */
const START_BYTES = 256;

/** One event as a line of a journal, newline included. */
export function encodeLine(event: { readonly type: string }, sequence: number): string {
  let text = JSON.stringify(event);
  // Assigning `type` again keeps its place.
  if (!text.startsWith(TYPE_FIRST)) text = JSON.stringify(Object.assign({ type: event.type }, event));
  const body = `"sequence":${sequence},${text.slice(1)}`;
  return `{"checksum":"${checksumText(crc32(body))}",${body}\n`;
}

/** A checked line: its JSON value, or only type and sequence number where the type is not wanted. */
export interface DecodedLine {
  readonly sequence: number;
  readonly type: string;
  /** undefined when the type was not wanted. */
  readonly value: Record<string, unknown> | undefined;
}

/** What the beginning of a line says of its event, read only where somebody asks. */
export class LineStart {
  readonly #bytes: Buffer;
  readonly #from: number;
  readonly #end: number;

  constructor(bytes: Buffer, from: number, end: number) {
    this.#bytes = bytes;
    this.#from = from;
    this.#end = end;
  }

  /** The item that the event is about; null where it is not said there. */
  item(): string | null {
    const quoted = ITEM.exec(this.#text())?.[1];
    if (quoted === undefined) return null;
    try {
      return String(JSON.parse(quoted));
    } catch {
      return null;
    }
  }

  /** The mode of a score; null where it is not said there. */
  mode(): string | null {
    return MODE.exec(this.#text())?.[1] ?? null;
  }

  #text(): string {
    return this.#bytes.toString('utf8', this.#from, Math.min(this.#end, this.#from + START_BYTES));
  }
}

/** Where a line stands within its buffer. */
export interface LineBounds {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads one line (without its newline), or returns in words why it is none. A line with a right checksum was written by
 * Touchstone as a whole.
 */
export function decodeLine(
  bytes: Buffer,
  isWanted: (type: string, start: LineStart) => boolean,
  { start, end }: LineBounds = { start: 0, end: bytes.length },
): DecodedLine | string {
  if (end - start < BODY + 2 || !holds(bytes, start, OPEN_BYTES)) {
    return 'is no event: it does not begin with a checksum';
  }
  const at = start + BODY;
  const body = bytes.subarray(at, end);
  if (checksumAt(bytes, start + OPEN.length) !== crc32(body)) return 'does not match its checksum';
  const head = headOf(bytes, at, end);
  if (head === null) return decodeUnheaded(body);
  const { sequence, type, comma } = head;
  if (!isWanted(type, new LineStart(bytes, at, end))) return { sequence, type, value: undefined };
  try {
    return { sequence, type, value: JSON.parse(eventText(bytes, comma, end, isAscii(body))) as Event };
  } catch {
    return 'is not JSON';
  }
}

type Event = Record<string, unknown>;

/** How a body begins: the number, the type, and where the comma between them stands. Null for another order of entries. */
function headOf(
  bytes: Buffer,
  at: number,
  end: number,
): { readonly sequence: number; readonly comma: number; readonly type: string } | null {
  if (!holds(bytes, at, SEQUENCE_BYTES)) return null;
  const digits = at + SEQUENCE_BYTES.length;
  let comma = digits;
  let sequence = 0;
  for (let digit = digitAt(bytes, comma); digit !== null; digit = digitAt(bytes, comma)) {
    sequence = sequence * 10 + digit;
    comma += 1;
    if (comma - digits > MOST_DIGITS) return null;
  }
  if (comma === digits || !holds(bytes, comma, TYPE_BYTES)) return null;
  const from = comma + TYPE_BYTES.length;
  let to = from;
  while (to < end && isTypeLetter(bytes[to])) to += 1;
  // The end of the body is the last that is looked at: behind it is another line.
  if (to === from || to >= end || bytes[to] !== QUOTE) return null;
  return { sequence, comma, type: bytes.toString('latin1', from, to) };
}

function holds(bytes: Buffer, at: number, wanted: Buffer): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[at + index] !== wanted[index]) return false;
  }
  return true;
}

function digitAt(bytes: Buffer, at: number): number | null {
  const code = bytes[at] ?? 0;
  return code >= 0x30 && code <= 0x39 ? code - 0x30 : null;
}

function isTypeLetter(code: number | undefined): boolean {
  return code !== undefined && ((code >= 0x61 && code <= 0x7a) || code === HYPHEN);
}

/** The eight hex digits there, and the quote and comma behind them; -1 where something else stands there. */
function checksumAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let index = at; index < at + 8; index += 1) {
    const code = bytes[index] ?? 0;
    const digit =
      code >= 0x30 && code <= 0x39 ? code - 0x30 : code >= 0x61 && code <= 0x66 ? code - 0x61 + 10 : -1;
    if (digit === -1) return -1;
    value = value * 16 + digit;
  }
  return bytes[at + 8] === QUOTE && bytes[at + 9] === COMMA ? value : -1;
}

/**
 * The event as it was written, without its number: the comma before it stands for the brace for a moment, which spares a
 * copy of every line. Most lines are plain ASCII, which takes no decoding.
 */
function eventText(bytes: Buffer, comma: number, end: number, isPlain: boolean): string {
  const kept = bytes[comma] ?? 0;
  bytes[comma] = OPEN_BRACE;
  const read = bytes.toString(isPlain ? 'latin1' : 'utf8', comma, end);
  bytes[comma] = kept;
  return read;
}

/** A line of another order of entries than our own writer's. */
function decodeUnheaded(body: Buffer): DecodedLine | string {
  let value: unknown;
  try {
    value = JSON.parse(`{${body.toString('utf8')}`);
  } catch {
    return 'is not JSON';
  }
  // An object, because its text begins with a brace and parsed.
  const { sequence, type, ...rest } = value as Record<string, unknown>;
  if (typeof sequence !== 'number' || !Number.isSafeInteger(sequence)) return 'has no sequence number';
  if (typeof type !== 'string') return 'has no type';
  return { sequence, type, value: { type, ...rest } };
}

function checksumText(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
