import { createHash } from 'node:crypto';

/** The hash by which Git knows a file with these bytes. */
export function gitBlobHash(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The bytes with every CR LF made LF, as Git keeps what was written on Windows. */
export function withUnixLines(bytes: Buffer): Buffer {
  if (!bytes.includes('\r\n')) return bytes;
  // One character for each byte, whatever they spell.
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
