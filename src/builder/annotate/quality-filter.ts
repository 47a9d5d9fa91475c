import {
  QUALITY_CRITERIA,
  type QualityCase,
  type QualityCriterion,
  type QualityVerdict,
} from '../../formats/annotations/annotation-record.js';

const RANK = { rule: 0, model: 1, person: 2 } as const satisfies Record<QualityVerdict['kind'], number>;

/** What counts of each criterion: the newest verdict of a person, else of a model, else of a rule; null where nobody said anything. */
export function countingVerdicts(
  verdicts: readonly QualityVerdict[],
): Readonly<Record<QualityCriterion, QualityVerdict | null>> {
  const of = (criterion: QualityCriterion): QualityVerdict | null => {
    let best: QualityVerdict | null = null;
    for (const verdict of verdicts) {
      if (verdict.criterion !== criterion) continue;
      if (best === null || RANK[verdict.kind] >= RANK[best.kind]) best = verdict;
    }
    return best;
  };
  return { files: of('files'), completes: of('completes'), equivalent: of('equivalent') };
}

/** Verdicts without those of people who took their decision back: its case in the review is empty again. */
export function withoutWithdrawn(
  verdicts: readonly QualityVerdict[],
  cases: readonly Pick<QualityCase, 'source' | 'episode' | 'criterion' | 'decision'>[],
): readonly QualityVerdict[] {
  const keyOf = (one: Pick<QualityCase, 'source' | 'episode' | 'criterion'>): string =>
    JSON.stringify([one.source, one.episode, one.criterion]);
  const empty = new Set(cases.filter(({ decision }) => decision === '').map(keyOf));
  return verdicts.filter((verdict) => verdict.kind !== 'person' || !empty.has(keyOf(verdict)));
}

/** Why an episode is not kept, from the verdicts on it alone; null where it is: all criteria have to hold. */
export function whyNotKept(verdicts: readonly QualityVerdict[]): string | null {
  const counting = countingVerdicts(verdicts);
  for (const criterion of QUALITY_CRITERIA) {
    const verdict = counting[criterion];
    if (verdict === null) return `nobody has looked at ${criterion}`;
    if (verdict.passes !== true) {
      const said = verdict.passes === null ? 'it cannot be said whether it passes' : 'it does not pass';
      return `${said} ${criterion} (${verdict.reviewer}): ${verdict.reason}`;
    }
  }
  return null;
}
