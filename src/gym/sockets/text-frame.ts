/** First byte of a text message in one frame. Source: RFC 6455, 5.2. */
const TEXT = 0x81;
/** Signs that a length of two or of eight bytes follows. */
const [TWO, EIGHT] = [126, 127];
const MOST_IN_TWO = 0xff_ff;

/** A text message as a server sends it: one frame, not masked, not compressed. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < TWO ? 2 : length <= MOST_IN_TWO ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = TWO;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = EIGHT;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}
