import type { ReportComparison } from '../../view/report-comparison.js';
import { element } from '../element.js';

/** The difference and its interval on a line with 0 in the middle; decoration next to the numbers in words. */
export function differenceChart({
  difference,
  interval,
}: Pick<ReportComparison, 'difference' | 'interval'>): HTMLElement {
  return element(
    'span',
    { class: 'difference-chart', 'aria-hidden': 'true' },
    element('span', { class: 'zero' }),
    interval !== null &&
      element('span', {
        class: 'range',
        css: { left: place(interval.low), width: `${((interval.high - interval.low) * 50).toFixed(2)}%` },
      }),
    difference !== null && element('span', { class: 'point', css: { left: place(difference) } }),
  );
}

/** -1 is the left end, 1 the right. */
function place(difference: number): string {
  return `${((difference + 1) * 50).toFixed(2)}%`;
}
