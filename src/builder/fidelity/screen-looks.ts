import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Screen } from '../../domain/screen.js';
import { screenThumb } from './screen-thumb.js';
import { screenWords, type ScreenWords } from './screen-words.js';

/** What a screen is recognised by; null what it does not have. */
export interface ScreenLooks {
  readonly words: ScreenWords | null;
  readonly thumb: Uint8Array | null;
}

/**
 * What a screen is recognised by: its words where it has a UI hierarchy with any, else its picture.
 *
 * @throws {TouchstoneError} where its files cannot be read
 */
export async function screenLooks(
  { id, hierarchy, picture }: Screen,
  { signal }: { readonly signal: AbortSignal },
): Promise<ScreenLooks> {
  const words = hierarchy === null ? null : wordsOf(await hierarchy.load({ signal }));
  if (words !== null && words.size > 0) return { words, thumb: null };
  return {
    words: null,
    thumb: picture === null ? null : await screenThumb(await picture.load({ signal }), id),
  };
}

function wordsOf(xml: Uint8Array): ScreenWords | null {
  try {
    return screenWords(parseHierarchy(xml));
  } catch {
    // An unreadable dump is a screen without one: its picture counts.
    return null;
  }
}
