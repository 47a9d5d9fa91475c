import type { Material } from '../material/material.js';
import type { Features, LookFeatures } from './look-features.js';
import type { Looks } from './looks.js';
import { changedCells } from './picture-cells.js';
import { difference, likeness } from './screen-tokens.js';
import type { Vocabulary } from './vocabulary.js';

/** What changes on screens by itself: elements, and cells of pictures. */
export interface VolatileParts {
  /** Tokens of a look without those that change by themselves on all screens; null where it has none. */
  readonly steady: (look: number) => SteadyTokens | null;
  /** Exact tokens of one look that changed while nothing was done; null where none did. */
  readonly tokensOfLook: (look: number) => ReadonlySet<number> | null;
  /** Cells of all pictures of an app (by package, or '' where nobody knows it). */
  readonly cellsOf: (package_: string) => ReadonlySet<number>;
  /** Cells of pictures of one look, where it was looked at twice. */
  readonly cellsOfLook: (look: number) => ReadonlySet<number> | null;
  /** Pairs of different looks between which nothing was done: one screen, as far as anybody can say. */
  readonly idlePairs: readonly (readonly [number, number])[];
}

/** What of a look's tokens stays; each as in `ScreenTokens`. */
export type SteadyTokens = Readonly<Record<'masked' | 'exact' | 'ordered', Int32Array>>;

/** Two looks that have less in common are another screen that came by itself, such as after a splash. */
const SAME_PAGE = 0.7;
/** Part of the screen that may change by itself, in cells, for the same reason. */
const MOST_CELLS = 0.25;
/** Share of the pairs in which an element or cell has to change; below it, a thing changed once. */
const OFTEN = 0.2;
/** Pairs that must have changed an element or cell, before other screens of the app are taken to change there, too. */
const FEWEST_PAIRS = 2;
/** An element that a screen has more often is a row of a list: its texts say what the screen is. */
const MOST_OF_ONE = 4;

/** Learns what changes by itself from looks of one walk between which nothing was done. */
export function volatileParts(
  { steps }: Pick<Material, 'steps'>,
  { of }: Looks,
  features: Features,
): VolatileParts {
  const idlePairs: (readonly [number, number])[] = [];
  const changes = new ChangeCounts(features.vocabulary);
  const changedTokens = new Map<number, Set<number>>();
  const cellChanges = new CellChanges();
  for (const { from, to, isIdle } of steps) {
    const [a, b] = [of[from], of[to]];
    if (isIdle !== true || a === undefined || b === undefined) continue;
    const [one, other] = [features.of[a], features.of[b]];
    if (one === undefined || other === undefined || !isSameActivity(one, other)) continue;
    const haveTokens = one.tokens !== null && other.tokens !== null;
    if (!haveTokens && (one.cells === null || other.cells === null)) continue;
    if (haveTokens) {
      if (likeness(one.tokens.masked, other.tokens.masked) < SAME_PAGE) continue;
      const differing = difference(one.tokens.exact, other.tokens.exact);
      changes.add(one, other, differing);
      if (differing.length > 0) {
        for (const look of [a, b]) {
          changedTokens.set(look, new Set([...(changedTokens.get(look) ?? []), ...differing]));
        }
      }
    }
    if (one.cells !== null && other.cells !== null) {
      const isLearnt = cellChanges.add(a, b, one, other);
      if (!isLearnt && !haveTokens) continue;
    }
    if (a !== b) idlePairs.push([a, b]);
  }
  const { elements, spotsOf } = changes.often();
  const steady = new Map<number, SteadyTokens>();
  const cellsOf = cellChanges.often();
  const none: ReadonlySet<number> = new Set();
  return {
    steady: (look) => {
      const known = steady.get(look);
      const { tokens = null, activity } = features.of[look] ?? { activity: null };
      if (known !== undefined || tokens === null) return known ?? null;
      const spots = spotsOf(pageOf({ activity }));
      const isSteady = (token: number, spot: number | undefined): boolean =>
        !elements.has(features.vocabulary.elementOf(token)) && (spot === undefined || !spots.has(spot));
      const byToken = (token: number): boolean => isSteady(token, tokens.spotOf.get(token));
      const made: SteadyTokens = {
        masked: tokens.masked.filter(byToken),
        exact: tokens.exact.filter(byToken),
        ordered: tokens.ordered.filter((token, place) => isSteady(token, tokens.spots.get(place))),
      };
      steady.set(look, made);
      return made;
    },
    tokensOfLook: (look) => changedTokens.get(look) ?? null,
    cellsOf: (app) => cellsOf.get(app) ?? none,
    cellsOfLook: (look) => cellChanges.ofLook.get(look) ?? null,
    idlePairs,
  };
}

/** Which cells of pictures changed in pairs of looks between which nothing was done. */
class CellChanges {
  /** Cells that changed of each look, with what is around them. */
  readonly ofLook = new Map<number, Set<number>>();
  /** By app. */
  readonly #changes = new Map<string, { pairs: number; readonly cells: Map<number, number> }>();
  #columns = 1;

  /** False where so much changed that it is another screen which came by itself. */
  add(a: number, b: number, one: LookFeatures, other: LookFeatures): boolean {
    if (one.cells === null || other.cells === null) return false;
    const { rows, columns } = one.cells;
    const cells = changedCells(one.cells, other.cells);
    if (cells === null || cells.length > MOST_CELLS * rows * columns) return false;
    this.#columns = columns;
    const app = one.activity?.package ?? '';
    const counts = this.#changes.get(app) ?? { pairs: 0, cells: new Map<number, number>() };
    this.#changes.set(app, counts);
    counts.pairs += 1;
    for (const cell of cells) increase(counts.cells, cell);
    const around = widened(cells, columns);
    for (const look of [a, b]) {
      const own = this.ofLook.get(look) ?? new Set<number>();
      this.ofLook.set(look, own);
      for (const cell of around) own.add(cell);
    }
    return true;
  }

  /** By app, the cells that change often enough by themselves to change on its other screens, too. */
  often(): ReadonlyMap<string, ReadonlySet<number>> {
    return new Map(
      [...this.#changes].map(([app, { pairs, cells }]): [string, ReadonlySet<number>] => {
        const often = [...cells].flatMap(([cell, count]) =>
          count >= FEWEST_PAIRS && count >= OFTEN * pairs ? [cell] : [],
        );
        return [app, new Set(widened(often, this.#columns))];
      }),
    );
  }
}

/** How often elements were seen in pairs of looks between which nothing was done, and how often they changed. */
class ChangeCounts {
  readonly #vocabulary: Vocabulary;
  readonly #changed = new Map<number, number>();
  readonly #seen = new Map<number, number>();
  /** Elements that are rows of lists. */
  readonly #rows = new Set<number>();
  /** By page, then spot. */
  readonly #spots = new Map<string, Map<number, number>>();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Counts each element and spot once a pair. */
  add(one: LookFeatures, other: LookFeatures, differing: readonly number[]): void {
    const elementOf = (token: number): number => this.#vocabulary.elementOf(token);
    const spots = new Set<number>();
    for (const token of differing) {
      for (const { tokens } of [one, other]) {
        const spot = tokens?.spotOf.get(token);
        if (spot !== undefined) spots.add(spot);
      }
    }
    const page = pageOf(one);
    const ofPage = this.#spots.get(page) ?? new Map<number, number>();
    this.#spots.set(page, ofPage);
    for (const spot of spots) increase(ofPage, spot);
    for (const element of new Set(differing.map(elementOf))) increase(this.#changed, element);
    const all = new Set<number>();
    for (const { tokens } of [one, other]) {
      const times = new Map<number, number>();
      for (const token of tokens?.exact ?? []) {
        const element = elementOf(token);
        all.add(element);
        if (this.#vocabulary.kindOf(token) === 'state') increase(times, element);
      }
      for (const [element, count] of times) if (count > MOST_OF_ONE) this.#rows.add(element);
    }
    for (const element of all) increase(this.#seen, element);
  }

  /**
   * Elements with a resource id wherever they are. Others have no name that another page could not have, too: of those it is a
   * text where it stands.
   */
  often(): {
    readonly elements: ReadonlySet<number>;
    readonly spotsOf: (page: string) => ReadonlySet<number>;
  } {
    const isOften = ([element, count]: readonly [number, number]): boolean =>
      count >= FEWEST_PAIRS && count >= OFTEN * (this.#seen.get(element) ?? 1);
    const elements = [...this.#changed]
      .filter(isOften)
      .map(([element]) => element)
      .filter((element) => this.#vocabulary.isNamed(element) && !this.#rows.has(element));
    const spots = new Map(
      [...this.#spots].map(([page, counts]) => [
        page,
        new Set([...counts].filter(([, count]) => count >= FEWEST_PAIRS).map(([spot]) => spot)),
      ]),
    );
    const none: ReadonlySet<number> = new Set();
    return { elements: new Set(elements), spotsOf: (page) => spots.get(page) ?? none };
  }
}

function increase(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function pageOf({ activity }: Pick<LookFeatures, 'activity'>): string {
  return activity === null ? '' : `${activity.package}/${activity.activity}`;
}

/** Whether nothing says that two looks are of different pages of an app. */
export function isSameActivity(
  { activity: a }: Pick<LookFeatures, 'activity'>,
  { activity: b }: Pick<LookFeatures, 'activity'>,
): boolean {
  return a === null || b === null || (a.package === b.package && a.activity === b.activity);
}

/** The cells and their neighbours: what changes there is now a little wider, now a little narrower. */
function widened(cells: readonly number[], columns: number): number[] {
  const wide = new Set<number>();
  for (const cell of cells) {
    const column = cell % columns;
    for (const row of [-1, 0, 1]) {
      for (const side of [-1, 0, 1]) {
        if (column + side >= 0 && column + side < columns) wide.add(cell + row * columns + side);
      }
    }
  }
  return [...wide];
}
