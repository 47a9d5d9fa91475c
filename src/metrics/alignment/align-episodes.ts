import { alignSequences } from './align-sequences.js';
import type { AlignmentColumn } from './alignment-column.js';
import { columnDifferences, type AlignmentDifference } from './column-differences.js';
import { findDivergence, type Divergence } from './find-divergence.js';
import { screenLikeness, type CompareScreens, type ScreenLikeness } from './screen-likeness.js';
import type { ScreenStep } from './screen-step.js';

/** Two or more episodes of one task side by side. */
export interface EpisodeAlignment {
  readonly columns: readonly AlignmentColumn[];
  /** Null where all runs went the same way. */
  readonly divergence: Divergence | null;
  /** What differs, in the order of the columns. */
  readonly differences: readonly AlignmentDifference[];
}

/** What a match of two screens is worth against gaps. */
const WORTH: Readonly<Record<Exclude<ScreenLikeness, 'other'>, number>> = { same: 1, changed: 0.85 };

/**
 * Sets episodes of one task side by side by their screens. As long as all see the same screens step by step they stay
 * together; from there on each further run is aligned to the columns of those before it. A screen with something else on it
 * ends the shared start: the same screen without that may be one step further on. The first run is the base.
 */
export function alignEpisodes(runs: readonly (readonly ScreenStep[])[]): EpisodeAlignment {
  const likeness = knownLikeness();
  const together = sharedStart(runs, likeness);
  const columns: (number | null)[][] = Array.from({ length: together }, (_, step) => runs.map(() => step));
  let tail: (number | null)[][] = [];
  for (const [run, steps] of runs.entries()) {
    tail = addRun(tail, run, { runs, from: together, length: steps.length - together }, likeness);
  }
  const all = [...columns, ...tail];
  return {
    columns: all,
    divergence: findDivergence(runs, all),
    differences: columnDifferences(runs, all, likeness),
  };
}

/** Steps from the start on that all runs made on the same screens. */
function sharedStart(runs: readonly (readonly ScreenStep[])[], likeness: CompareScreens): number {
  const [base, ...others] = runs;
  if (base === undefined) return 0;
  const shortest = Math.min(...runs.map(({ length }) => length));
  for (let step = 0; step < shortest; step += 1) {
    const first = base[step];
    for (const other of others) {
      const its = other[step];
      if (first === undefined || its === undefined || likeness(first, its) !== 'same') return step;
    }
  }
  return shortest;
}

function addRun(
  columns: readonly (number | null)[][],
  run: number,
  {
    runs,
    from,
    length,
  }: { readonly runs: readonly (readonly ScreenStep[])[]; readonly from: number; readonly length: number },
  likeness: CompareScreens,
): (number | null)[][] {
  const worth = (column: number, place: number): number | null => {
    const step = runs[run]?.[from + place];
    let best: number | null = null;
    for (const [other, at] of (columns[column] ?? []).entries()) {
      const its = at === null ? undefined : runs[other]?.[at];
      if (step === undefined || its === undefined) continue;
      const found = likeness(its, step);
      if (found !== 'other') best = Math.max(best ?? 0, WORTH[found]);
    }
    return best;
  };
  const empty = runs.map(() => null);
  return alignSequences(columns.length, length, worth).map(([column, place]) => {
    const made: (number | null)[] = [...(column === null ? empty : (columns[column] ?? empty))];
    if (place !== null) made[run] = from + place;
    return made;
  });
}

/** Compares each two screens once, however often they are met. */
function knownLikeness(): CompareScreens {
  const kinds = new Map<string, number>();
  const kindOf = new Map<ScreenStep, number>();
  const numberOf = (step: ScreenStep): number => {
    let kind = kindOf.get(step);
    if (kind === undefined) {
      // Sketches that differ in nothing are those of one picture.
      const sketch = step.picture === null && step.sketch !== null ? `${kindOf.size}` : '';
      const key = JSON.stringify([step.state, step.picture, step.texts, sketch]);
      kind = kinds.get(key) ?? kinds.size;
      kinds.set(key, kind);
      kindOf.set(step, kind);
    }
    return kind;
  };
  const known = new Map<number, ScreenLikeness>();
  return (a, b) => {
    const key = numberOf(a) * 100_000 + numberOf(b);
    let found = known.get(key);
    if (found === undefined) {
      found = screenLikeness(a, b);
      known.set(key, found);
    }
    return found;
  };
}
