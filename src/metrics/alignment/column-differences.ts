import type { AlignmentColumn } from './alignment-column.js';
import type { CompareScreens } from './screen-likeness.js';
import { isSameAction, type ScreenStep } from './screen-step.js';

/** One thing in which runs side by side differ. */
export interface AlignmentDifference {
  /**
   * `insertion`: screens that most others, or the base, did not see; `loop`: such screens that the run had seen before;
   * `deletion`: screens that it left out; `changed`: one screen with something else on it; `action`: something else done on it.
   */
  readonly kind: 'insertion' | 'deletion' | 'loop' | 'changed' | 'action';
  /** First and last column, from 0. */
  readonly from: number;
  readonly to: number;
  /** Numbers of the runs that differ from the others. */
  readonly runs: readonly number[];
}

/** Everything in which the runs differ, in the order of the columns. */
export function columnDifferences(
  runs: readonly (readonly ScreenStep[])[],
  columns: readonly AlignmentColumn[],
  likeness: CompareScreens,
): readonly AlignmentDifference[] {
  const found: AlignmentDifference[] = [];
  for (const [run] of runs.entries()) found.push(...gapsOf(run, runs, columns, likeness));
  for (const [column, places] of columns.entries()) {
    const here = places.flatMap((place, run) => {
      const step = place === null ? undefined : runs[run]?.[place];
      return step === undefined ? [] : [{ run, step }];
    });
    const [base, ...others] = here;
    if (base === undefined) continue;
    const changed = others.filter(({ step }) => likeness(base.step, step) !== 'same').map(({ run }) => run);
    if (changed.length > 0) found.push({ kind: 'changed', from: column, to: column, runs: changed });
    const acted = others
      .filter(({ step }) => !isSameAction(base.step.action, step.action))
      .map(({ run }) => run);
    if (acted.length > 0) found.push({ kind: 'action', from: column, to: column, runs: acted });
  }
  return found.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** Stretches of columns in which a run stands with few others, or is missing. */
function gapsOf(
  run: number,
  runs: readonly (readonly ScreenStep[])[],
  columns: readonly AlignmentColumn[],
  likeness: CompareScreens,
): readonly AlignmentDifference[] {
  const stretches: { kind: 'insertion' | 'deletion'; from: number; to: number; isLoop: boolean }[] = [];
  const seen: ScreenStep[] = [];
  for (const [column, places] of columns.entries()) {
    const place = places[run] ?? null;
    const step = place === null ? undefined : runs[run]?.[place];
    const kind = gapKind(run, places);
    if (kind !== null) {
      const isLoop = step !== undefined && seen.some((earlier) => likeness(earlier, step) !== 'other');
      const last = stretches.at(-1);
      if (last?.kind === kind && last.to === column - 1) {
        last.to = column;
        last.isLoop &&= isLoop;
      } else stretches.push({ kind, from: column, to: column, isLoop });
    }
    if (step !== undefined) seen.push(step);
  }
  return stretches.map(({ kind, from, to, isLoop }) => ({
    kind: kind === 'insertion' && isLoop ? 'loop' : kind,
    from,
    to,
    runs: [run],
  }));
}

/** What a column is to a run: one that only few have, or that only few lack; of halves the base decides. */
function gapKind(run: number, places: AlignmentColumn): 'insertion' | 'deletion' | null {
  const present = places.filter((place) => place !== null).length;
  const isUsual = present * 2 === places.length ? places[0] !== null : present * 2 > places.length;
  const isHere = places[run] !== null;
  if (isHere === isUsual) return null;
  return isHere ? 'insertion' : 'deletion';
}
