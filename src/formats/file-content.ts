import type { ScreenContent } from '../domain/screen.js';
import { readBytes } from '../files/read-bytes.js';

/** Most bytes of a screen's picture or UI hierarchy. */
const MAX_BYTES = 32 * 1024 * 1024;

/** What a file of the folder `within` holds, read each time somebody looks. */
export function fileContent(
  file: string,
  mediaType: string,
  { within }: { readonly within: string },
): ScreenContent {
  return { mediaType, load: ({ signal }) => readBytes(file, { maxBytes: MAX_BYTES, within, signal }) };
}
