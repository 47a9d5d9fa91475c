import { crc32 } from 'node:zlib';

/*
 * A line is one JSON object whose first entry is the CRC-32 (8 hex digits) of all bytes between the comma that follows it
 * and the line's end. So a line stays readable JSON, and checking it needs no second serialisation.
 */
const OPEN = Buffer.from('{"checksum":"');
const CLOSE = Buffer.from('",');
const BODY = OPEN.length + 8 + CLOSE.length;
const TYPE_FIRST = '{"type":';
/** The writer puts these two first, so that a reader can pass over events it does not want without parsing them. */
const HEAD = /^"sequence":(\d+),"type":"([a-z-]+)"/;

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
 * Touchstone as a whole.
 */
export function decodeLine(bytes: Buffer, isWanted: (type: string) => boolean): DecodedLine | string {
  if (bytes.length < BODY + 2 || bytes.compare(OPEN, 0, OPEN.length, 0, OPEN.length) !== 0) {
    return 'is no event: it does not begin with a checksum';
  }
  const body = bytes.subarray(BODY);
  const expected = bytes.toString('latin1', OPEN.length, OPEN.length + 8);
  if (
    bytes.compare(CLOSE, 0, CLOSE.length, BODY - CLOSE.length, BODY) !== 0 ||
    checksumText(crc32(body)) !== expected
  ) {
    return 'does not match its checksum';
  }
  const head = HEAD.exec(body.toString('latin1', 0, 80));
  if (head?.[1] !== undefined && head[2] !== undefined && !isWanted(head[2])) {
    return { sequence: Number(head[1]), type: head[2], value: undefined };
  }
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
