/** Kinds of frames of the shell protocol. Source: AOSP `adb/shell_protocol.h`. */
export const FRAME = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4, windowSize: 5 } as const;

const HEADER = 5;

/** Data as frames, each of at most `largest` bytes with its header, in one piece. */
export function framesOf(kind: number, data: Uint8Array, largest: number): Uint8Array {
  const most = largest - HEADER;
  const count = Math.max(1, Math.ceil(data.length / most));
  const bytes = Buffer.allocUnsafe(data.length + count * HEADER);
  let position = 0;
  for (let start = 0; start < data.length || position === 0; start += most) {
    const part = data.subarray(start, start + most);
    bytes[position] = kind;
    bytes.writeUInt32LE(part.length, position + 1);
    bytes.set(part, position + HEADER);
    position += HEADER + part.length;
  }
  return bytes;
}

/** The same, as pieces to be written together: headers, and views of the data between them. At most `count` frames a group. */
export function* frameGroups(
  kind: number,
  data: Uint8Array,
  { largest, count }: { readonly largest: number; readonly count: number },
): Generator<readonly Uint8Array[]> {
  const most = largest - HEADER;
  const full = headerOf(kind, most);
  for (let start = 0; start < data.length; start += count * most) {
    const pieces: Uint8Array[] = [];
    const end = Math.min(data.length, start + count * most);
    for (let from = start; from < end; from += most) {
      const part = data.subarray(from, Math.min(end, from + most));
      pieces.push(part.length === most ? full : headerOf(kind, part.length), part);
    }
    yield pieces;
  }
}

function headerOf(kind: number, length: number): Uint8Array {
  const header = Buffer.alloc(HEADER);
  header[0] = kind;
  header.writeUInt32LE(length, 1);
  return header;
}

/** Characters of a window's size that are read. */
const LONGEST_SIZE = 64;

export interface StdinOptions {
  /** Called with the size of the client's window, in characters, whenever it says so. */
  readonly onSize?: (size: { readonly rows: number; readonly columns: number }) => void;
  /** A terminal's input is not closed by a frame. Source: AOSP `adb/daemon/shell_service.cpp`. */
  readonly staysOpen?: boolean;
}

/**
 * What a client types, out of the frames that it sends, however they are cut. Ends at the frame that closes standard input;
 * frames of other kinds are passed over. No frame is held in memory, for any length it claims.
 */
export async function* stdinOf(
  input: AsyncIterable<Uint8Array>,
  { onSize, staysOpen = false }: StdinOptions = {},
): AsyncGenerator<Uint8Array> {
  let size = '';
  const header = new Uint8Array(HEADER);
  const lengthOf = new DataView(header.buffer);
  let headerSize = 0;
  let left = 0;
  for await (const chunk of input) {
    let position = 0;
    while (position < chunk.length) {
      if (headerSize < HEADER) {
        header[headerSize] = chunk[position]!;
        headerSize += 1;
        position += 1;
        if (headerSize < HEADER) continue;
        left = lengthOf.getUint32(1, true);
        if (header[0] === FRAME.closeStdin && !staysOpen) return;
        size = '';
      }
      const part = chunk.subarray(position, position + left);
      position += part.length;
      left -= part.length;
      if (part.length && header[0] === FRAME.stdin) yield part;
      if (header[0] === FRAME.windowSize && size.length < LONGEST_SIZE)
        size += Buffer.from(part).toString('latin1');
      if (left > 0) continue;
      headerSize = 0;
      const [, rows, columns] = /^(\d+)x(\d+),/.exec(size) ?? [];
      if (rows !== undefined) onSize?.({ rows: Number(rows), columns: Number(columns) });
      size = '';
    }
  }
}
