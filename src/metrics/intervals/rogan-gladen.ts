/** A rate as a judge saw it, and the judge's own accuracy as measured on items whose truth is known. */
export interface JudgedRate {
  /** Share the judge called a success, of `n` items. */
  readonly rate: number;
  readonly n: number;
  /** Share of true successes the judge called so, of `positives`. */
  readonly sensitivity: number;
  readonly positives: number;
  /** Share of true failures the judge called so, of `negatives`. */
  readonly specificity: number;
  readonly negatives: number;
}

export interface CorrectedRate {
  /** May leave 0–1 where the judge's measured accuracy and its verdicts contradict each other. */
  readonly estimate: number;
  /** The estimate brought back to 0–1, for display. */
  readonly clipped: number;
  /** Null where one of the three samples is empty. */
  readonly standardError: number | null;
}

/**
 * The rate behind a judge's verdicts; null when the judge is uninformative (sensitivity + specificity = 1).
 *
 * Source: Rogan and Gladen 1978; the error by the delta method from the three binomials.
 */
export function roganGladen(judged: JudgedRate): CorrectedRate | null {
  const { rate, n, sensitivity, positives, specificity, negatives } = judged;
  const skill = sensitivity + specificity - 1;
  if (Math.abs(skill) < 1e-12) return null;
  const estimate = (rate + specificity - 1) / skill;
  const variance =
    (rate * (1 - rate)) / n +
    (estimate ** 2 * sensitivity * (1 - sensitivity)) / positives +
    ((1 - estimate) ** 2 * specificity * (1 - specificity)) / negatives;
  const measured = n > 0 && positives > 0 && negatives > 0;
  return {
    estimate,
    clipped: Math.min(1, Math.max(0, estimate)),
    standardError: measured ? Math.sqrt(variance) / Math.abs(skill) : null,
  };
}
