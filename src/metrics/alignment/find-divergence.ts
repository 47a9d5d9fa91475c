import type { AlignmentColumn } from './alignment-column.js';
import { isSameAction, type ScreenStep } from './screen-step.js';

/** Where runs that had gone the same way part for the first time. */
export interface Divergence {
  /** Number of the column, from 0: the last screen that they shared. */
  readonly column: number;
  /**
   * They did different things on it; they did the same and got to different screens; one of them had come to its end; or they
   * began on different screens, and the column is the first of all.
   */
  readonly kind: 'action' | 'screen' | 'end' | 'start';
}

/**
 * The first shared screen on which runs did something else, or after which they were on different screens; null where there is
 * none. Touches of one kind that led to one screen are the same, wherever on it they were.
 */
export function findDivergence(
  runs: readonly (readonly ScreenStep[])[],
  columns: readonly AlignmentColumn[],
): Divergence | null {
  const [first] = columns;
  if (first === undefined || runs.length < 2) return null;
  if (first.some((step) => step === null)) return { column: 0, kind: 'start' };
  for (const [column, places] of columns.entries()) {
    // Everybody is here: otherwise an earlier column had told.
    const next = columns[column + 1];
    const goesOn = runs.map((steps, run) => (places[run] ?? 0) + 1 < steps.length);
    const isOn = runs.map((_, run) => next !== undefined && next[run] !== null);
    const isTogether = isOn.every(Boolean);
    const actions = runs.map((steps, run) => steps[places[run] ?? 0]?.action ?? null);
    const [base = null] = actions;
    const isSame = actions.every(
      (action) =>
        isSameAction(action, base) ||
        (isTogether && action?.key === base?.key && action !== null && action.place !== null),
    );
    if (!isSame) return { column, kind: 'action' };
    if (isTogether) continue;
    if (!goesOn.some(Boolean)) return null;
    return { column, kind: goesOn.every(Boolean) ? 'screen' : 'end' };
  }
  return null;
}
