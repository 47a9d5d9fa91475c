import { comparisonText, type ComparisonText } from '../../../metrics/comparison/comparison-text.js';
import type { ReportComparison } from '../../view/report-comparison.js';
import type { Strings } from '../strings.js';

/** What a comparison of the report allows to say about two runs of these names, in the reader's language. */
export function pairText(
  comparison: ReportComparison,
  left: string,
  right: string,
  { comparison: words }: Strings,
): ComparisonText {
  return comparisonText({ ...comparison, a: left, b: right }, words);
}
