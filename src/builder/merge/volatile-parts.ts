import type { Material } from '../material/material.js';
import type { Features, LookFeatures } from './look-features.js';
import type { Looks } from './looks.js';
import { changedCells } from './picture-cells.js';
import { difference, likeness } from './screen-tokens.js';

/** What changes on screens by itself: elements by their numbers, and cells of pictures. */
export interface VolatileParts {
  readonly elements: ReadonlySet<number>;
  /** Cells of all pictures of an app (by package, or '' where nobody knows it). */
  readonly cellsOf: (package_: string) => ReadonlySet<number>;
  /** Cells of pictures of one look, where it was looked at twice. */
  readonly cellsOfLook: (look: number) => ReadonlySet<number> | null;
  /** Pairs of different looks between which nothing was done: one screen, as far as anybody can say. */
  readonly idlePairs: readonly (readonly [number, number])[];
}

/** Two looks that have less in common are another screen that came by itself, such as after a splash. */
const SAME_PAGE = 0.7;
/** Part of the screen that may change by itself, in cells, for the same reason. */
const MOST_CELLS = 0.25;
/** Share of the pairs in which an element or cell has to change; below it, a thing changed once. */
const OFTEN = 0.2;
/** Pairs that must have changed a cell, before other pages of the app are taken to change there, too. */
const FEWEST_PAIRS = 2;

/** Learns what changes by itself from looks of one walk between which nothing was done. */
export function volatileParts(
  { steps }: Pick<Material, 'steps'>,
  { of }: Looks,
  features: Features,
): VolatileParts {
  const idlePairs: (readonly [number, number])[] = [];
  const changed = new Map<number, number>();
  const seen = new Map<number, number>();
  const cellChanges = new Map<string, { pairs: number; cells: Map<number, number> }>();
  const ofLook = new Map<number, Set<number>>();
  for (const { from, to, isIdle } of steps) {
    const [a, b] = [of[from], of[to]];
    if (isIdle !== true || a === undefined || b === undefined) continue;
    const [one, other] = [features.of[a], features.of[b]];
    if (one === undefined || other === undefined || !isSameActivity(one, other)) continue;
    if (one.tokens !== null && other.tokens !== null) {
      if (likeness(one.tokens.masked, other.tokens.masked) < SAME_PAGE) continue;
      countElements(difference(one.tokens.exact, other.tokens.exact), changed);
      countElements([...one.tokens.exact, ...other.tokens.exact], seen);
    } else if (one.cells !== null && other.cells !== null) {
      const cells = changedCells(one.cells, other.cells);
      if (cells === null || cells.length > MOST_CELLS * one.cells.rows * one.cells.columns) continue;
      const app = one.activity?.package ?? '';
      const counts = cellChanges.get(app) ?? { pairs: 0, cells: new Map<number, number>() };
      cellChanges.set(app, counts);
      counts.pairs += 1;
      for (const cell of cells) counts.cells.set(cell, (counts.cells.get(cell) ?? 0) + 1);
      const around = widened(cells, one.cells.columns);
      for (const look of [a, b]) {
        const own = ofLook.get(look) ?? new Set<number>();
        ofLook.set(look, own);
        for (const cell of around) own.add(cell);
      }
    } else continue;
    if (a !== b) idlePairs.push([a, b]);
  }
  const elements = new Set(
    [...changed].flatMap(([element, count]) => (count >= OFTEN * (seen.get(element) ?? 1) ? [element] : [])),
  );
  const columns = features.of.find(({ cells }) => cells !== null)?.cells?.columns ?? 1;
  const cellsOf = new Map(
    [...cellChanges].map(([app, { pairs, cells }]): [string, ReadonlySet<number>] => {
      const often = [...cells].filter(([, count]) => count >= FEWEST_PAIRS && count >= OFTEN * pairs);
      return [
        app,
        new Set(
          widened(
            often.map(([cell]) => cell),
            columns,
          ),
        ),
      ];
    }),
  );
  const none: ReadonlySet<number> = new Set();
  return {
    elements,
    cellsOf: (app) => cellsOf.get(app) ?? none,
    cellsOfLook: (look) => ofLook.get(look) ?? null,
    idlePairs,
  };

  /** Each element once a pair. */
  function countElements(tokens: readonly number[], counts: Map<number, number>): void {
    for (const element of new Set(tokens.map((token) => features.vocabulary.elementOf(token)))) {
      counts.set(element, (counts.get(element) ?? 0) + 1);
    }
  }
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
