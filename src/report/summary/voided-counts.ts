import { isVoided } from '../../domain/episode.js';
import { OUTCOMES } from '../view/outcome-numbers.js';
import type { ReportIndex } from '../view/report-index.js';

/** Voided episodes of each run; those not run are counted elsewhere. */
export function voidedCounts({ runs, episodes }: Pick<ReportIndex, 'runs' | 'episodes'>): readonly number[] {
  const counts = runs.map(() => 0);
  for (const [row, number] of episodes.outcome.entries()) {
    const [run, outcome] = [episodes.run[row], OUTCOMES[number]];
    if (run === undefined || outcome === undefined || outcome === 'not_run' || !isVoided(outcome)) continue;
    counts[run] = (counts[run] ?? 0) + 1;
  }
  return counts;
}
