/**
 * A text as the bytes of its UTF-8, one character each. Such texts are joined like others, take a byte a character and are
 * written without being encoded again.
 */
export type ByteText = string;

const SCRATCH_UNITS = 4096;
/** Most bytes of UTF-8 that one UTF-16 unit takes. */
const BYTES_PER_UNIT = 3;
const scratch = Buffer.allocUnsafeSlow(SCRATCH_UNITS * BYTES_PER_UNIT);
const ASCII = /^[\0-\x7F]*$/;

export function byteText(text: string): ByteText {
  if (ASCII.test(text)) return text;
  if (text.length > SCRATCH_UNITS) return Buffer.from(text).toString('latin1');
  // Memory of its own for each text takes longer than encoding it.
  return scratch.toString('latin1', 0, scratch.write(text));
}
