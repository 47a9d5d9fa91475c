import type { Mode } from '../../domain/mode.js';
import type { ItemResult } from '../../domain/score.js';
import type { Interval } from '../../metrics/intervals/interval.js';
import type { Measured } from '../../metrics/tables/measured.js';
import { percentInterval } from '../../metrics/tables/percent.js';
import { MODALITIES, type Dimension, type Modality } from './dimension.js';
import { dimensionRow, type DimensionRow } from './dimension-row.js';
import {
  measureNavigation,
  navigationRow,
  type NavigationMeasures,
  type NavigationRow,
} from './navigation-row.js';
import { measurePlanning, measureShare, type PlanningMeasures, type Scored } from './measure-dimension.js';

/** What one agent scored in each dimension that asks questions; null or absent where it was not asked. */
export interface DimensionMeasures {
  readonly goal: Scored | null;
  readonly knowledge: Scored | null;
  readonly planning: ReadonlyMap<Modality, PlanningMeasures>;
  readonly grounding: ReadonlyMap<Modality, Scored>;
  /** Share of replies in exactly the form that was asked for. */
  readonly instructions: Scored | null;
  readonly navigation: NavigationMeasures | null;
}

/** Results as tables keep them. */
export interface DimensionRows {
  readonly questions: readonly DimensionRow[];
  readonly navigation: readonly NavigationRow[];
}

/** The items of dimensions among results. Others are left out. */
export async function dimensionRows(
  results: AsyncIterable<ItemResult> | Iterable<ItemResult>,
): Promise<DimensionRows> {
  const questions: DimensionRow[] = [];
  const navigation: NavigationRow[] = [];
  for await (const result of results) {
    const question = dimensionRow(result);
    const navigated = question === null ? navigationRow(result) : null;
    if (question !== null) questions.push(question);
    if (navigated !== null) navigation.push(navigated);
  }
  return { questions, navigation };
}

/** Every number of every dimension. */
export function measureDimensions(
  { questions: rows, navigation }: DimensionRows,
  mode: Mode,
): DimensionMeasures {
  const of = (dimension: Dimension, modality?: Modality): DimensionRow[] =>
    rows.filter(
      (row) => row.dimension === dimension && (modality === undefined || row.modality === modality),
    );
  const planning = new Map<Modality, PlanningMeasures>();
  const grounding = new Map<Modality, Scored>();
  for (const modality of MODALITIES) {
    const planned = measurePlanning(of('planning', modality), mode);
    if (planned !== null) planning.set(modality, planned);
    const grounded = measureShare(of('grounding', modality));
    if (grounded !== null) grounding.set(modality, grounded);
  }
  return {
    goal: measureShare(of('goal')),
    knowledge: measureShare(of('knowledge')),
    planning,
    grounding,
    instructions: measureShare(of('instructions')),
    navigation: measureNavigation(navigation),
  };
}

/** One number that stands for a dimension, as charts draw it. */
export interface ProfileNumber {
  readonly dimension: Dimension;
  /** How the screen was shown, where that was chosen. */
  readonly modality: Modality | null;
  /** What the number is, in words. */
  readonly what: string;
  /** What undecided items leave open, where there are such: the number never stands without it. */
  readonly open: Interval | null;
  /** Its `value` is in 0–1; null where it could not be measured. */
  readonly measured: Measured;
}

/**
 * One number for each dimension that was asked: the replies as given, and of several modalities the first that gave a
 * number, in the order text, vision, native.
 */
export function profileNumbers(measures: DimensionMeasures): ProfileNumber[] {
  const { goal, knowledge, planning, grounding, instructions, navigation } = measures;
  const numbers: ProfileNumber[] = [];
  const add = (dimension: Dimension, what: string, measured: Measured | undefined): void => {
    if (measured !== undefined) numbers.push({ dimension, modality: null, what, open: null, measured });
  };
  add('goal', 'items right', goal?.original);
  add('knowledge', 'items right', knowledge?.original);
  const planned = firstMeasured(planning, ({ perfect }) => perfect);
  if (planned !== null) {
    numbers.push({
      dimension: 'planning',
      what: 'tasks judged right on every screen',
      open: null,
      ...planned,
    });
  }
  const grounded = firstMeasured(grounding, ({ original }) => original);
  if (grounded !== null) {
    numbers.push({ dimension: 'grounding', what: 'actions right', open: null, ...grounded });
  }
  add('instructions', 'replies in exactly the form asked for', instructions?.original);
  if (navigation !== null) numbers.push(solvedNumber(navigation.success));
  return numbers;
}

/** No rate of navigation stands without what undecided items leave open. */
function solvedNumber(success: Measured): ProfileNumber {
  const { bounds } = success;
  const open = bounds !== null && bounds.high > bounds.low ? bounds : null;
  const what = open === null ? 'tasks solved' : `tasks solved; ${percentInterval(open)} with undecided ones`;
  return { dimension: 'navigation', modality: null, what, open, measured: success };
}

function firstMeasured<T>(
  byModality: ReadonlyMap<Modality, T>,
  pick: (measures: T) => Measured,
): { readonly modality: Modality; readonly measured: Measured } | null {
  const all = [...byModality].map(([modality, measures]) => ({ modality, measured: pick(measures) }));
  return all.find(({ measured }) => measured.value !== null) ?? all[0] ?? null;
}
