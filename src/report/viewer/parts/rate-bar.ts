import type { ReportRate } from '../../view/report-summary.js';
import { element } from '../element.js';
import { RUN_COLOURS } from './run-badge.js';

/** A share as a bar with its interval as a line; decoration next to the number in words. */
export function rateBar(
  { value, low, high }: Pick<ReportRate, 'value' | 'low' | 'high'>,
  run: number,
): HTMLElement {
  return element(
    'span',
    { class: `rate-bar run-${run % RUN_COLOURS}`, 'aria-hidden': 'true' },
    value !== null && element('span', { class: 'bar', css: { width: share(value) } }),
    low !== null &&
      high !== null &&
      element('span', { class: 'whisker', css: { left: share(low), width: share(high - low) } }),
  );
}

function share(ratio: number): string {
  return `${(ratio * 100).toFixed(2)}%`;
}
