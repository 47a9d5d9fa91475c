import { compareText } from '../domain/collections/compare-text.js';
import type { Finding } from '../domain/finding.js';
import type { LintReport } from '../formats/lint/lint-report.js';
import { locateFindings } from './locate-findings.js';

const ORDER = { error: 0, warning: 1, note: 2 };

/** A report with lines and columns filled in (`texts`: JSON texts by file), the worst findings first. */
export function finishReport(
  report: Omit<LintReport, 'formatVersion'>,
  texts: ReadonlyMap<string, string>,
): LintReport {
  const findings = locateFindings(report.findings, texts).toSorted(
    (a, b) =>
      ORDER[a.severity] - ORDER[b.severity] ||
      compareText(a.place?.file ?? '', b.place?.file ?? '') ||
      lineOf(a) - lineOf(b) ||
      compareText(a.rule, b.rule),
  );
  return { formatVersion: 1, ...report, findings };
}

function lineOf({ place }: Finding): number {
  return place?.line ?? 0;
}
