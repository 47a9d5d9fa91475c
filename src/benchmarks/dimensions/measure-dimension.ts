import { itemKeyText, type Outcome } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import { boundsOf, type Measured } from '../../metrics/tables/measured.js';
import { ratioMean } from '../../metrics/intervals/ratio-interval.js';
import type { DimensionRow } from './dimension-row.js';

/** A number of a dimension, from the replies as given and from repaired ones; the latter null where nobody repaired. */
export interface Scored {
  readonly original: Measured;
  readonly repaired: Measured | null;
}

/** Planning: share right where the task continues, where it is done, and of recordings without a single mistake. */
export interface PlanningMeasures {
  readonly continue: Measured;
  readonly stop: Measured;
  readonly perfect: Measured;
}

/** Share of items that are right; null where there are none at all. Intervals take sets as the independent units. */
export function measureShare(rows: readonly DimensionRow[]): Scored | null {
  if (rows.length === 0) return null;
  const repairs = rows.some(({ repaired }) => repaired !== null);
  return {
    original: shareOf(rows, ({ original }) => original),
    // What could not even be repaired, such as a refusal, is as wrong as before.
    repaired: repairs ? shareOf(rows, ({ original, repaired }) => repaired ?? original) : null,
  };
}

/**
 * The three numbers of planning; null without any items.
 *
 * Source: SPHINX paper, section 3.3.3 and Table 7. `reference` counts a call that failed for good as wrong, `corrected` as
 * void. Recordings of which a run chose only some screens are in no `perfect`.
 */
export function measurePlanning(rows: readonly DimensionRow[], mode: Mode): PlanningMeasures | null {
  if (rows.length === 0) return null;
  const counted = countedPlanning(rows, mode);
  const ofKind = (wanted: string): Measured =>
    shareOf(
      counted.filter(({ kind }) => kind === wanted),
      ({ original }) => original,
    );
  return { continue: ofKind('continue'), stop: ofKind('stop'), perfect: perfectOf(counted) };
}

/** The items of planning as `mode` counts them. */
export function countedPlanning(rows: readonly DimensionRow[], mode: Mode): readonly DimensionRow[] {
  return mode === 'corrected' ? rows : rows.map(asWrong);
}

/** A call that failed, as a wrong answer. */
function asWrong(row: DimensionRow): DimensionRow {
  return row.outcome === 'model_error' ? { ...row, outcome: 'failed', original: 0 } : row;
}

type Verdict = 0 | 1 | 'cut' | Outcome;

/** One attempt at judging a recording: 1 without a mistake, 0 with one, or the outcome that leaves it open. */
interface MatchedRecording {
  readonly set: string;
  readonly repeat: number;
  readonly verdict: 0 | 1 | Outcome;
  readonly rows: readonly DimensionRow[];
}

/** Every recording that was asked as a whole, attempt by attempt. */
export function matchedRecordings(rows: readonly DimensionRow[]): MatchedRecording[] {
  const attempts = new Map<string, DimensionRow[]>();
  for (const row of rows) {
    const name = `${row.set}#${row.key.repeat}`;
    const known = attempts.get(name);
    if (known === undefined) attempts.set(name, [row]);
    else known.push(row);
  }
  return [...attempts.values()].flatMap((attempt) => {
    const [first] = attempt;
    const verdict = verdictOf(attempt);
    if (first === undefined || verdict === 'cut') return [];
    return [{ set: first.set, repeat: first.key.repeat, verdict, rows: attempt }];
  });
}

function perfectOf(rows: readonly DimensionRow[]): Measured {
  const values: { cluster: string; value: number; keys: string[] }[] = [];
  const voided = new Map<Outcome, string[]>();
  const notRun: string[] = [];
  let unknown = 0;
  for (const { set, verdict, rows: attempt } of matchedRecordings(rows)) {
    const keys = attempt.map(({ key }) => itemKeyText(key));
    // A recording that stays open is listed by one of its items that do.
    const open = attempt.filter(({ original }) => original === null).map(({ key }) => itemKeyText(key));
    if (verdict === 'not_run') notRun.push(...open.slice(0, 1));
    else if (typeof verdict === 'string') {
      unknown += 1;
      voided.set(verdict, [...(voided.get(verdict) ?? []), ...open.slice(0, 1)]);
    } else values.push({ cluster: set, value: verdict, keys });
  }
  return measured(values, { voided, unknown, notRun, unstarted: 0 });
}

/** Whether all of a recording was judged right; the outcome that leaves it open; or that it was not asked as a whole. */
function verdictOf(attempt: readonly DimensionRow[]): Verdict {
  const size = attempt.find(({ details }) => details !== null)?.details?.setSize;
  if (size !== undefined && attempt.length < size) return 'cut';
  if (attempt.some(({ original }) => original === 0)) return 0;
  const open = attempt.find(({ original }) => original === null);
  return open === undefined ? 1 : open.outcome;
}

function shareOf(rows: readonly DimensionRow[], valueOf: (row: DimensionRow) => number | null): Measured {
  const values: { cluster: string; value: number; keys: string[] }[] = [];
  const voided = new Map<Outcome, string[]>();
  const notRun: string[] = [];
  let unknown = 0;
  for (const row of rows) {
    const text = itemKeyText(row.key);
    const value = valueOf(row);
    if (value !== null) values.push({ cluster: row.set, value, keys: [text] });
    else if (row.outcome === 'not_run') notRun.push(text);
    else {
      unknown += 1;
      voided.set(row.outcome, [...(voided.get(row.outcome) ?? []), text]);
    }
  }
  return measured(values, { voided, unknown, notRun, unstarted: notRun.length });
}

function measured(
  values: readonly { readonly cluster: string; readonly value: number; readonly keys: readonly string[] }[],
  left: {
    readonly voided: ReadonlyMap<Outcome, readonly string[]>;
    readonly unknown: number;
    readonly notRun: readonly string[];
    readonly unstarted: number;
  },
): Measured {
  const { mean, n, tasks, interval, method } = ratioMean(values);
  const sum = values.reduce((total, { value }) => total + value, 0);
  return {
    value: mean,
    sum,
    n,
    tasks,
    interval,
    method: method === 'effective_items' ? 'effective_items_by_set' : method,
    items: values.flatMap(({ keys }) => keys).toSorted(),
    voided: [...left.voided]
      .map(([outcome, items]) => ({ outcome, items: items.toSorted() }))
      .toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1)),
    notRun: left.notRun.toSorted(),
    bounds: boundsOf(sum, n, left.unknown + left.unstarted),
  };
}
