import type { RunCard } from '../../../src/report/view/run-card.js';
import {
  chosenItems,
  isOfSameData,
  isResult,
  measuredOf,
  measureOf,
  type Measure,
  type Measured,
} from '../matrix/measure.js';

/** Runs of one agent at one benchmark in one mode, over time. */
export interface Trend {
  readonly measure: Measure;
  readonly measured: Measured;
  readonly points: readonly TrendPoint[];
}

export interface TrendPoint {
  readonly run: RunCard;
  /** Entries of its identity that differ from the run before; empty for the first. */
  readonly changes: readonly IdentityChange[];
  /** Whether it is of the same tasks and data as the run before, and both are finished: only then a line leads from one to the other. */
  readonly goesOn: boolean;
}

/** What a trend is drawn by: how often tasks were done, or what the benchmark ranks by. */
export const TREND_FIGURES = ['success', 'main'] as const;
export type TrendFigure = (typeof TREND_FIGURES)[number];

/** A run's figure, 0–1. */
export interface ShownFigure {
  /** Of the main metric; null for success. Figures of two names are on no one line. */
  readonly name: string | null;
  readonly value: number;
  /** Null where cards have none. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** Null where the run has none. */
export function figureOf(
  { success, main }: Pick<RunCard, 'success' | 'main'>,
  wanted: TrendFigure,
): ShownFigure | null {
  if (wanted === 'main') return main === null ? null : { ...main, interval: null };
  return success === null ? null : { name: null, value: success.value, interval: success };
}

/** Those that some run of a trend has. */
export function figuresOf({ points }: Pick<Trend, 'points'>): readonly TrendFigure[] {
  return TREND_FIGURES.filter((figure) => points.some(({ run }) => figureOf(run, figure) !== null));
}

export interface IdentityChange {
  readonly path: string;
  /** Null where the run before does not have the entry. */
  readonly before: string | null;
  /** Null where this run does not have it. */
  readonly after: string | null;
}

/** All there are, by agent and benchmark, those with most runs first; runs oldest first. */
export function trendsOf(runs: readonly RunCard[]): readonly Trend[] {
  const found = new Map<string, { measure: Measure; measured: Measured; runs: RunCard[] }>();
  for (const run of runs.filter(isResult)) {
    const [measure, measured] = [measureOf(run), measuredOf(run)];
    const key = `${measure.key}\n${measured.key}`;
    const trend = found.get(key) ?? { measure, measured, runs: [] };
    found.set(key, trend);
    trend.runs.push(run);
  }
  return [...found.values()]
    .toSorted((a, b) => b.runs.length - a.runs.length)
    .map(({ measure, measured, runs: all }) => ({ measure, measured, points: pointsOf(all) }));
}

function pointsOf(runs: readonly RunCard[]): readonly TrendPoint[] {
  const oldest = runs.toSorted((a, b) => ((a.startedAt ?? '') < (b.startedAt ?? '') ? -1 : 1));
  return oldest.map((run, place) => {
    const before = oldest[place - 1];
    if (before === undefined) return { run, changes: [], goesOn: false };
    const areWhole = [before, run].every(({ finished, planned }) => finished >= planned);
    return {
      run,
      changes: changesOf(before, run),
      goesOn: areWhole && isOfSameData(before, run) && chosenItems(before) === chosenItems(run),
    };
  });
}

/** Entries that differ, in the order of the later run, then those that it has no more. */
function changesOf(before: RunCard, after: RunCard): readonly IdentityChange[] {
  if (before.identityHash === after.identityHash) return [];
  const old = new Map(before.identity);
  const own = new Map(after.identity);
  return [...new Set([...own.keys(), ...old.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? null, after: own.get(path) ?? null }))
    .filter((change) => change.before !== change.after);
}
