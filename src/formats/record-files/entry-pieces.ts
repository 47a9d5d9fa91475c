import type { ByteText } from './byte-text.js';

/**
 * One entry of a JSON list in Python's form with an indent of 4, in pieces: texts, and UTF-8 bytes that are valid until the next
 * entry is asked for. Long histories recur from record to record and are not put together again for each.
 */
export type EntryPieces = readonly (ByteText | Uint8Array)[];
