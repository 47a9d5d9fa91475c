import type { Activity } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import { readHierarchy } from '../world/read-hierarchies.js';
import type { Look } from './looks.js';
import type { MergeProgress } from './merge-progress.js';
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
  {
    picturesOnly,
    onProgress,
    signal,
  }: {
    readonly picturesOnly: boolean;
    readonly onProgress: MergeProgress;
    readonly signal: AbortSignal;
  },
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
  const all = looks.map((_, place) => place);
  const doneOf = (of: 'screens' | 'pictures', total: number) => () => onProgress(of, total);
  const tokens = await eachOf(looks, tokensOf, {
    places: all,
    onDone: doneOf('screens', looks.length),
    signal,
  });
  let unread = 0;
  const cellsOf = async ({ capture }: Look): Promise<PictureCells | null> => {
    const { pictureContent, picture } = capture;
    if (pictureContent === null) return null;
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
  const seen = picturesThatCount(looks, tokens);
  const cells = await eachOf(looks, cellsOf, {
    places: seen,
    onDone: doneOf('pictures', seen.length),
    signal,
  });
  const of = looks.map(({ capture: { activity, size } }, place): LookFeatures => ({
    activity,
    height: size?.height ?? null,
    tokens: tokens.get(place) ?? null,
    cells: cells.get(place) ?? null,
  }));
  return { vocabulary, of, unread };
}

/** Places of the looks that are compared by their pictures: those without elements, and those of pages of which there are some. */
function picturesThatCount(
  looks: readonly Look[],
  tokens: ReadonlyMap<number, ScreenTokens | null>,
): readonly number[] {
  const isBare = (place: number): boolean => (tokens.get(place) ?? null) === null;
  const withPicture = [...looks.entries()].filter(([, { capture }]) => capture.pictureContent !== null);
  const pages = new Set(
    withPicture.flatMap(([place, { capture }]) => (isBare(place) ? [pageOf(capture)] : [])),
  );
  return withPicture.flatMap(([place, { capture }]) => {
    const page = pageOf(capture);
    // Where nobody says which page one is of, it may be any.
    const isMet = pages.has(page) || pages.has(null) || (page === null && pages.size > 0);
    return isBare(place) || isMet ? [place] : [];
  });
}

function pageOf({ activity }: Look['capture']): string | null {
  return activity === null ? null : `${activity.package}/${activity.activity}`;
}

/** What is made of each of these, a few at a time. */
async function eachOf<T>(
  looks: readonly Look[],
  make: (look: Look) => Promise<T>,
  {
    places,
    onDone,
    signal,
  }: { readonly places: readonly number[]; readonly onDone: () => void; readonly signal: AbortSignal },
): Promise<ReadonlyMap<number, T>> {
  const made = new Map<number, T>();
  const makeAt = async (place: number): Promise<void> => {
    const look = looks[place];
    if (look !== undefined) made.set(place, await make(look));
    onDone();
  };
  for (let first = 0; first < places.length; first += AT_ONCE) {
    signal.throwIfAborted();
    await Promise.all(places.slice(first, first + AT_ONCE).map(makeAt));
  }
  return made;
}
