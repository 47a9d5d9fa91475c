import type { ReactNode } from 'react';
import type { ReportRate } from '../../src/report/view/report-summary.js';
import { runColour } from './run-badge.js';

/** A share as a bar with its interval as a line; decoration next to the number in words. */
export function RateBar({
  rate: { value, low, high },
  run,
}: {
  readonly rate: Pick<ReportRate, 'value' | 'low' | 'high'>;
  /** Number of the run, for its colour. */
  readonly run: number;
}): ReactNode {
  return (
    <span className={`rate-bar ${runColour(run)}`} aria-hidden="true">
      {value !== null && <span className="bar" style={{ width: share(value) }} />}
      {low !== null && high !== null && (
        <span className="whisker" style={{ left: share(low), width: share(high - low) }} />
      )}
    </span>
  );
}

function share(ratio: number): string {
  return `${(ratio * 100).toFixed(2)}%`;
}
