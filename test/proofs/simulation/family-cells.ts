import type { RandomStream } from '../../../src/domain/random.js';
import { compareRuns, type RunComparison } from '../../../src/metrics/comparison/compare.js';
import type { ResultRow } from '../../../src/metrics/result-row.js';
import type { CoverageCell } from './coverage-of.js';
import type { CoverageDesigns } from './coverage-cells.js';
import { passes, taskChance } from './variables.js';

/** Runs that are compared with the first, beside it. */
const OTHERS = 4;

const MOST_TASKS = 45;
const MOST_SINGLE = 20;
const MOST_REPEATS = 3;

/**
 * Families of comparisons: the intervals printed as holding together do so for all at once, and no difference is claimed
 * where there is none. A family counts as covered or not, as one interval does.
 */
export function familyCells({ tasks, repeats, heterogeneity }: CoverageDesigns): CoverageCell[] {
  // A family costs a hundred times what one interval does: small and middling designs show as much.
  return tasks
    .filter((count) => count <= MOST_TASKS)
    .flatMap((count) =>
      repeats
        .filter((tries) => tries <= MOST_REPEATS && (tries > 1 || count <= MOST_SINGLE))
        .flatMap((tries) =>
          heterogeneity
            .filter((value) => value < 1)
            .flatMap((value) =>
              [0, 0.1, 0.3].map((gain) =>
                familyCell({ tasks: count, repeats: tries, heterogeneity: value, gain }),
              ),
            ),
        ),
    );
}

interface FamilyDesign {
  readonly tasks: number;
  readonly repeats: number;
  readonly heterogeneity: number;
  /** How far half of the runs are ahead of the first. */
  readonly gain: number;
}

function familyCell({ tasks, repeats, heterogeneity, gain }: FamilyDesign): CoverageCell {
  const gains = [0, ...Array.from({ length: OTHERS }, (_, index) => (index % 2 === 0 ? 0 : gain))];
  return {
    row: `${OTHERS} comparisons together, ${tasks} tasks x ${repeats}`,
    column: `heterogeneity ${heterogeneity}, half of them ${gain} ahead`,
    truth: 0,
    draw: (random) => {
      const rows = drawRuns(random, gains, { tasks, repeats, heterogeneity });
      const comparisons = compareRuns(
        rows.map((run, index) => ({ name: String(index), rows: run })),
        { against: 'first' },
      );
      const isMissed = comparisons.some((comparison) => misses(comparison, gains[Number(comparison.b)] ?? 0));
      return isMissed ? null : { low: 0, high: 0 };
    },
  };
}

/** All runs try the same tasks; the chance of each is that of the task, moved by the gain of the run. */
function drawRuns(
  random: RandomStream,
  gains: readonly number[],
  { tasks, repeats, heterogeneity }: Omit<FamilyDesign, 'gain'>,
): ResultRow[][] {
  const easiness = Array.from({ length: tasks }, () => taskChance(random, { mean: 0.5, heterogeneity }));
  const widest = Math.max(...gains);
  return gains.map((gain) =>
    easiness.flatMap((chance, task) => {
      const passed = passes(random, chance * (1 - widest) + gain, repeats);
      return Array.from({ length: repeats }, (_, repeat): ResultRow => ({
        key: { item: String(task), repeat },
        outcome: repeat < passed ? 'passed' : 'failed',
        completion: null,
        steps: 1,
      }));
    }),
  );
}

function misses({ simultaneous, verdict }: RunComparison, truth: number): boolean {
  if (simultaneous === null) return true;
  const isFalse = verdict === 'a_better' || (verdict === 'b_better' && truth === 0);
  return isFalse || simultaneous.low > truth + 1e-9 || simultaneous.high < truth - 1e-9;
}
