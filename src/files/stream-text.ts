import { StringDecoder } from 'node:string_decoder';
import type { ReadBytesOptions } from './read-bytes.js';
import { streamBytes } from './stream-bytes.js';

/**
 * The text of a plain UTF-8 file, a piece at a time; bytes that are no UTF-8 become replacement characters.
 *
 * @throws {FileUnreadableError | FileTooLargeError | PathOutsideFolderError}
 */
export async function* streamText(file: string, options: ReadBytesOptions): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for await (const piece of streamBytes(file, options)) yield decoder.write(piece);
  yield decoder.end();
}
