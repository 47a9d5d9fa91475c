import type { Activity } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import { readHierarchy } from '../world/read-hierarchies.js';
import type { Look } from './looks.js';
import { pictureCells, type PictureCells } from './picture-cells.js';
import { screenTokens, type ScreenTokens } from './screen-tokens.js';
import { Vocabulary } from './vocabulary.js';

/** What of a look is compared: its elements where both have some, else its picture. */
export interface LookFeatures {
  readonly activity: Activity | null;
  readonly tokens: ScreenTokens | null;
  readonly cells: PictureCells | null;
  /** Height of the screen in pixels, where it is known. */
  readonly height: number | null;
}

/** Features of all looks, with the vocabulary that their tokens are of. */
export interface Features {
  readonly vocabulary: Vocabulary;
  readonly of: readonly LookFeatures[];
  /** Pictures that cannot be decoded. */
  readonly unread: number;
}

/** Pictures that are decoded at a time. */
const AT_ONCE = 4;

/**
 * Takes each look apart. Hierarchies and pictures are not kept. A look with elements is taken apart by its picture as well, where there is one of
 * its page that has no elements and could be the same.
 */
export async function lookFeatures(
  looks: readonly Look[],
  { picturesOnly, signal }: { readonly picturesOnly: boolean; readonly signal: AbortSignal },
): Promise<Features> {
  const vocabulary = new Vocabulary();
  const byHierarchy = new Map<string, ScreenTokens | null>();
  const tokensOf = async ({ capture }: Look): Promise<ScreenTokens | null> => {
    const { hierarchy, hierarchyContent } = capture;
    if (picturesOnly || hierarchy === null) return null;
    const known = byHierarchy.get(hierarchy);
    if (known !== undefined) return known;
    const read = await readHierarchy(hierarchyContent, signal);
    const tokens = read === null ? null : screenTokens(read, vocabulary);
    byHierarchy.set(hierarchy, tokens);
    return tokens;
  };
  const tokens = await eachOf(looks, tokensOf, signal);
  const isSeen = picturesThatCount(looks, tokens);
  let unread = 0;
  const cellsOf = async ({ capture }: Look, place: number): Promise<PictureCells | null> => {
    const { pictureContent, picture } = capture;
    if (pictureContent === null || !isSeen(place)) return null;
    try {
      const bytes = await pictureContent.load({ signal });
      return await pictureCells(bytes, { file: `screens/${picture ?? ''}` });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TouchstoneError) || error.fault !== 'dataset') throw error;
      unread += 1;
      return null;
    }
  };
  const cells = await eachOf(looks, cellsOf, signal);
  const of = looks.map(({ capture: { activity, size } }, place): LookFeatures => ({
    activity,
    height: size?.height ?? null,
    tokens: tokens[place] ?? null,
    cells: cells[place] ?? null,
  }));
  return { vocabulary, of, unread };
}

/** Which looks are compared by their pictures: those without elements, and those of pages of which there are some. */
function picturesThatCount(
  looks: readonly Look[],
  tokens: readonly (ScreenTokens | null)[],
): (place: number) => boolean {
  const pages = new Set<string | null>();
  for (const [place, { capture }] of looks.entries()) {
    if (tokens[place] === null && capture.pictureContent !== null) pages.add(pageOf(capture));
  }
  return (place) => {
    const look = looks[place];
    if (look === undefined || tokens[place] === null) return true;
    const page = pageOf(look.capture);
    // Nobody says which page it is of: it may be any.
    return pages.has(page) || pages.has(null) || (page === null && pages.size > 0);
  };
}

function pageOf({ activity }: Look['capture']): string | null {
  return activity === null ? null : `${activity.package}/${activity.activity}`;
}

/** What is made of each, a few at a time, in order. */
async function eachOf<T>(
  looks: readonly Look[],
  make: (look: Look, place: number) => Promise<T>,
  signal: AbortSignal,
): Promise<T[]> {
  const made: T[] = [];
  for (let first = 0; first < looks.length; first += AT_ONCE) {
    signal.throwIfAborted();
    const some = looks.slice(first, first + AT_ONCE);
    made.push(...(await Promise.all(some.map((look, index) => make(look, first + index)))));
  }
  return made;
}
