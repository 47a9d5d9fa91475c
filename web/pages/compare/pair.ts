import type { ReportComparison } from '../../../src/report/view/report-comparison.js';
import type { ReportModel, RunView } from '../../report/model.js';

/** A comparison with the runs it is about. */
export interface Pair<C extends Compared = Compared> {
  readonly comparison: C;
  readonly left: RunView;
  readonly right: RunView;
}

export type Compared = Pick<ReportComparison, 'tasks' | 'differing' | 'changed'> &
  Partial<Pick<ReportComparison, 'metric'>>;

/** Comparisons of the model's runs, each with them. */
export function pairsOf<C extends Compared & { readonly left: number; readonly right: number }>(
  { runs }: ReportModel,
  comparisons: readonly C[],
): readonly Pair<C>[] {
  return comparisons.flatMap((comparison) => {
    const [left, right] = [runs[comparison.left], runs[comparison.right]];
    return left === undefined || right === undefined ? [] : [{ comparison, left, right }];
  });
}
