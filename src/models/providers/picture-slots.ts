import { randomUUID } from 'node:crypto';

/**
 * Pictures of one request, kept out of the library: it gets a short text in place of each, and the written body then
 * gets the pictures in base64 where those texts are. The library copies and prints a body several times, which for
 * pictures costs more than the rest of a call.
 */
export class PictureSlots {
  /** Base64 letters only, and nothing that anybody could have written into a prompt; empty until there is a picture. */
  #prefix = '';
  readonly #pictures: Uint8Array[] = [];

  /** Text to give the library in place of the picture's base64. */
  add(picture: Uint8Array): string {
    if (this.#prefix === '') this.#prefix = `touchstone${randomUUID().replaceAll('-', '')}`;
    this.#pictures.push(picture);
    return `${this.#prefix}${String(this.#pictures.length - 1).padStart(6, '0')}`;
  }

  /** The body in pieces, pictures in their places. */
  fill(body: string): readonly Buffer[] {
    if (this.#prefix === '') return [Buffer.from(body, 'utf8')];
    const [start = '', ...rest] = body.split(this.#prefix);
    const pieces: Buffer[] = [Buffer.from(start, 'utf8')];
    for (const piece of rest) {
      const picture = this.#pictures[Number(piece.slice(0, 6))];
      if (picture !== undefined) pieces.push(base64Bytes(picture));
      pieces.push(Buffer.from(piece.slice(6), 'utf8'));
    }
    return pieces;
  }
}

/** Bytes encoded at a time, a multiple of 3. Much larger texts each get memory of their own, which takes longer than encoding. */
const CHUNK_BYTES = 12 * 1024;

function base64Bytes(picture: Uint8Array): Buffer {
  const { buffer, byteOffset, byteLength } = picture;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const encoded = Buffer.allocUnsafe(4 * Math.ceil(byteLength / 3));
  let length = 0;
  for (let start = 0; start < byteLength; start += CHUNK_BYTES) {
    const chunk = bytes.toString('base64', start, Math.min(start + CHUNK_BYTES, byteLength));
    length += encoded.write(chunk, length, 'latin1');
  }
  return encoded;
}
