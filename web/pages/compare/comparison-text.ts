import {
  comparisonText,
  type ComparisonText,
  type ComparisonWords,
} from '../../../src/metrics/comparison/comparison-text.js';
import type { ReportComparison } from '../../../src/report/view/report-comparison.js';

/** What a comparison of the report allows to say about two runs of these names, in the reader's language. */
export function pairText(
  comparison: ReportComparison,
  left: string,
  right: string,
  words: ComparisonWords,
): ComparisonText {
  return comparisonText({ ...comparison, a: left, b: right }, words);
}
