import { claimsExpectation, ExpectationSchema } from '../../../evaluators/expectations/expectation.js';
import type { ImportReport } from '../../../formats/results/import-report.js';

/** How many expectations of a task are in which state; those in no known shape count as unfinished. */
export function countExpectations(evaluators: unknown): ImportReport['cases'][number]['expectations'] {
  const counts = { ready: 0, draft: 0, unfinished: 0, milestone: 0, not_checked: 0 };
  if (!Array.isArray(evaluators)) return counts;
  for (const entry of (evaluators as readonly unknown[]).filter(claimsExpectation)) {
    const { success, data } = ExpectationSchema.safeParse(entry);
    counts[success ? data.status : 'unfinished'] += 1;
  }
  return counts;
}
