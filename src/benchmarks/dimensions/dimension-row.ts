import type { ItemKey, Outcome } from '../../domain/episode.js';
import type { ItemResult, NamedScore } from '../../domain/score.js';
import { DIMENSIONS, MODALITIES, type Dimension, type Modality } from './dimension.js';
import { ORIGINAL, QuestionDetailsSchema, REPAIRED, type QuestionDetails } from './score-question.js';

/** What tables keep of a question. */
export interface DimensionRow {
  readonly key: ItemKey;
  readonly dimension: Dimension;
  readonly modality: Modality | null;
  /** What is right, in a word; see `kindOf`. */
  readonly kind: string;
  readonly set: string;
  /** The app that it is about; null where it names none. */
  readonly app: string | null;
  readonly outcome: Outcome;
  /** 1 right, 0 wrong; null where it was not judged. */
  readonly original: number | null;
  readonly repaired: number | null;
  /** Null where nothing was said. */
  readonly details: QuestionDetails | null;
}

/** A question's row; null for items that are none. */
export function dimensionRow({ key, task, outcome, result }: ItemResult): DimensionRow | null {
  const [first, ...rest] = task.tags;
  const dimension = DIMENSIONS.find((known) => known === first);
  const [set, kind, shown] = rest.toReversed();
  if (dimension === undefined || dimension === 'navigation' || set === undefined || kind === undefined) {
    return null;
  }
  const scores = new Map(result.scores.map((named) => [named.evaluator, named]));
  const original = scores.get(ORIGINAL);
  return {
    key,
    dimension,
    modality: MODALITIES.find((known) => known === shown) ?? null,
    kind,
    set,
    app: task.apps[0] ?? null,
    outcome,
    original: valueOf(original),
    repaired: valueOf(scores.get(REPAIRED)),
    details: detailsOf(original),
  };
}

function valueOf(named: NamedScore | undefined): number | null {
  return named?.score.status === 'scored' ? named.score.value : null;
}

function detailsOf(named: NamedScore | undefined): QuestionDetails | null {
  if (named?.score.status !== 'scored') return null;
  const parsed = QuestionDetailsSchema.safeParse(named.score.details);
  return parsed.success ? parsed.data : null;
}
