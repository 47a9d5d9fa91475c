import type { ReactNode } from 'react';
import type { ReportComparison } from '../../../src/report/view/report-comparison.js';

/** The difference and its interval on a line with 0 in the middle; decoration next to the numbers in words. */
export function DifferenceChart({
  of: { difference, interval },
}: {
  readonly of: Pick<ReportComparison, 'difference' | 'interval'>;
}): ReactNode {
  return (
    <span className="difference-chart" aria-hidden="true">
      <span className="zero" />
      {interval !== null && (
        <span
          className="range"
          style={{ left: place(interval.low), width: `${((interval.high - interval.low) * 50).toFixed(2)}%` }}
        />
      )}
      {difference !== null && <span className="point" style={{ left: place(difference) }} />}
    </span>
  );
}

/** -1 is the left end, 1 the right. */
function place(difference: number): string {
  return `${((difference + 1) * 50).toFixed(2)}%`;
}
