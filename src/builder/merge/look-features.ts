import type { Activity } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import { readHierarchy } from '../world/read-hierarchies.js';
import type { Look } from './looks.js';
import { pictureCells, type PictureCells } from './picture-cells.js';
import { screenTokens, type ScreenTokens } from './screen-tokens.js';
import { Vocabulary } from './vocabulary.js';

/** What of a look is compared: its elements where it has any, else its picture. */
export interface LookFeatures {
  readonly activity: Activity | null;
  readonly tokens: ScreenTokens | null;
  readonly cells: PictureCells | null;
  /** Words that somebody read on the picture; null where nobody did. */
  readonly words: ReadonlySet<string> | null;
  /** Height of the screen in pixels, where it is known. */
  readonly height: number | null;
}

/** Reads words on a picture, for screens without a hierarchy. */
export type ReadWords = (look: Look) => Promise<readonly string[]>;

/** Features of all looks, with the vocabulary that their tokens are of. */
export interface Features {
  readonly vocabulary: Vocabulary;
  readonly of: readonly LookFeatures[];
  /** Pictures that cannot be decoded. */
  readonly unread: number;
}

/** Pictures that are decoded at a time. */
const AT_ONCE = 4;

/** Takes each look apart. Hierarchies and pictures are not kept. */
export async function lookFeatures(
  looks: readonly Look[],
  {
    picturesOnly,
    readWords,
    signal,
  }: { readonly picturesOnly: boolean; readonly readWords: ReadWords | null; readonly signal: AbortSignal },
): Promise<Features> {
  const vocabulary = new Vocabulary();
  const byHierarchy = new Map<string, ScreenTokens | null>();
  let unread = 0;
  const featuresOf = async (look: Look): Promise<LookFeatures> => {
    signal.throwIfAborted();
    const { capture } = look;
    const { activity, size, hierarchy, hierarchyContent, pictureContent, picture } = capture;
    const known = { activity, height: size?.height ?? null };
    if (!picturesOnly && hierarchy !== null) {
      let tokens = byHierarchy.get(hierarchy);
      if (tokens === undefined) {
        const read = await readHierarchy(hierarchyContent, signal);
        tokens = read === null ? null : screenTokens(read, vocabulary);
        byHierarchy.set(hierarchy, tokens);
      }
      if (tokens !== null) return { ...known, tokens, cells: null, words: null };
    }
    const nothing = { ...known, tokens: null, cells: null, words: null };
    if (pictureContent === null) return nothing;
    try {
      const bytes = await pictureContent.load({ signal });
      const cells = await pictureCells(bytes, { file: `screens/${picture ?? ''}` });
      const words = readWords === null ? null : new Set(await readWords(look));
      return { ...nothing, cells, words };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TouchstoneError) || error.fault !== 'dataset') throw error;
      unread += 1;
      return nothing;
    }
  };
  const of: LookFeatures[] = [];
  for (let first = 0; first < looks.length; first += AT_ONCE) {
    of.push(...(await Promise.all(looks.slice(first, first + AT_ONCE).map(featuresOf))));
  }
  return { vocabulary, of, unread };
}
