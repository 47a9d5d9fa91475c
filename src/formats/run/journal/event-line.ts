import { isAscii } from 'node:buffer';
import { crc32 } from 'node:zlib';

/*
 * A line is one JSON object whose first entry is the CRC-32 (8 hex digits) of all bytes between the comma that follows it
 * and the line's end. So a line stays readable JSON, and checking it needs no second serialisation.
 */
const OPEN = '{"checksum":"';
const BODY = OPEN.length + 8 + 2;
const TYPE_FIRST = '{"type":';
/**
 * How a line begins. The writer puts number and type first, so that a reader can pass over events it does not want without
 * parsing them.
 */
const HEAD = /^\{"checksum":"([0-9a-f]{8})",(?:"sequence":(\d+),"type":"([a-z-]+)")?/;
const HEAD_BYTES = BODY + 80;
const SEQUENCE = '"sequence":';
const OPEN_BRACE = 0x7b;
/** The item of an event about one, where our own writer puts it. */
const ITEM = /^"sequence":\d+,"type":"[a-z-]+","at":"[^"\\]*","item":("(?:[^"\\]|\\.)*")/;
const ITEM_BYTES = 256;

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

/**
 * Reads one line (without its newline), or returns in words why it is none. A line with a right checksum was written by
 * Touchstone as a whole. `itemOf` gives the item that the event is about, where the line's beginning says it.
 */
export function decodeLine(
  bytes: Buffer,
  isWanted: (type: string, itemOf: () => string | null) => boolean,
): DecodedLine | string {
  const start = bytes.toString('latin1', 0, HEAD_BYTES);
  if (bytes.length < BODY + 2 || !start.startsWith(OPEN)) {
    return 'is no event: it does not begin with a checksum';
  }
  const head = HEAD.exec(start);
  const body = bytes.subarray(BODY);
  if (head === null || crc32(body) !== Number.parseInt(head[1] ?? '', 16)) {
    return 'does not match its checksum';
  }
  const [, , digits, type] = head;
  if (digits === undefined || type === undefined) return decodeUnheaded(body);
  const sequence = Number(digits);
  if (!Number.isSafeInteger(sequence)) return 'has no sequence number';
  if (!isWanted(type, () => itemOf(body))) return { sequence, type, value: undefined };
  try {
    return { sequence, type, value: JSON.parse(eventText(body, SEQUENCE.length + digits.length)) as Event };
  } catch {
    return 'is not JSON';
  }
}

type Event = Record<string, unknown>;

/**
 * The event as it was written, without its number: the comma before it stands for the brace for a moment, which spares a
 * copy of every line. Most lines are plain ASCII, which takes no decoding.
 */
function eventText(body: Buffer, comma: number): string {
  const kept = body[comma] ?? 0;
  body[comma] = OPEN_BRACE;
  const text = body.subarray(comma);
  const read = isAscii(text) ? text.toString('latin1') : text.toString('utf8');
  body[comma] = kept;
  return read;
}

function itemOf(body: Buffer): string | null {
  const quoted = ITEM.exec(body.toString('utf8', 0, ITEM_BYTES))?.[1];
  if (quoted === undefined) return null;
  try {
    return String(JSON.parse(quoted));
  } catch {
    return null;
  }
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
