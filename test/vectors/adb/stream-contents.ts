/** Bytes of STA2 and DNT2 that a device may fill as it likes: dev and ino, then nlink, uid and gid. */
const FREE_PARTS = [
  [8, 24],
  [28, 40],
] as const;

/**
 * What a service said, in a form in which two runs can be compared: frames of a shell joined by kind, and the fields of
 * file records that are free blanked.
 */
export function streamContents(service: string, bytes: Buffer): string {
  if (service.startsWith('shell,v2')) return shellContents(bytes);
  if (service.startsWith('sync:')) return fileRecords(bytes);
  return bytes.toString('latin1');
}

function shellContents(bytes: Buffer): string {
  const byKind = new Map<number, Buffer[]>();
  let offset = 0;
  while (offset + 5 <= bytes.length) {
    const kind = bytes.readUInt8(offset);
    const end = offset + 5 + bytes.readUInt32LE(offset + 1);
    byKind.set(kind, [...(byKind.get(kind) ?? []), bytes.subarray(offset + 5, end)]);
    offset = end;
  }
  const rest = bytes.subarray(offset).toString('latin1');
  const parts = [...byKind]
    .toSorted(([a], [b]) => a - b)
    .map(([kind, pieces]) => `${kind}:${Buffer.concat(pieces).toString('latin1')}`);
  return [...parts, ...(rest === '' ? [] : [`cut:${rest}`])].join('\n');
}

function fileRecords(bytes: Buffer): string {
  const copy = Buffer.from(bytes);
  const listed: string[] = [];
  const rest: string[] = [];
  for (let offset = 0; offset < copy.length;) {
    const size = recordSize(copy, offset);
    const id = copy.toString('latin1', offset, offset + 4);
    if (FREE_IN.has(id))
      for (const [from, to] of FREE_PARTS)
        copy.fill(0, Math.min(offset + from, copy.length), Math.min(offset + to, copy.length));
    (id.startsWith('D') && id !== 'DATA' && id !== 'DONE' ? listed : rest).push(
      copy.toString('latin1', offset, offset + size),
    );
    offset += size;
  }
  // A folder has no order of its own.
  return [...listed.toSorted(), ...rest].join('');
}

const FREE_IN: ReadonlySet<string> = new Set(['STA2', 'LST2', 'DNT2']);

/** Bytes of the record that begins here. */
function recordSize(bytes: Buffer, offset: number): number {
  const number = (at: number): number =>
    offset + at + 4 <= bytes.length ? bytes.readUInt32LE(offset + at) : 0;
  switch (bytes.toString('latin1', offset, offset + 4)) {
    case 'DNT2':
      return 76 + number(72);
    case 'DENT':
      return 20 + number(16);
    case 'STA2':
    case 'LST2':
      return 72;
    case 'STAT':
      return 16;
    case 'DATA':
    case 'FAIL':
      return 8 + number(4);
    default:
      return 8;
  }
}

/** Where two texts differ, or null where they do not. */
export function difference(what: string, expected: string, actual: string): string | null {
  if (expected === actual) return null;
  let index = 0;
  while (index < expected.length && expected[index] === actual[index]) index += 1;
  const from = Math.max(0, index - 20);
  const shown = (text: string): string => JSON.stringify(text.slice(from, index + 100));
  return `${what} differs at byte ${index}: ${shown(actual)} instead of ${shown(expected)}`;
}
