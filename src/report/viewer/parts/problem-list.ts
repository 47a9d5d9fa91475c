import type { ReportProblem } from '../../view/report-problem.js';
import { element } from '../element.js';
import type { Strings } from '../strings.js';
import { prose } from './prose.js';

/** What is missing from the report, in words; null when nothing is. */
export function problemList(strings: Strings, problems: readonly ReportProblem[]): HTMLElement | null {
  if (problems.length === 0) return null;
  return element(
    'div',
    { class: 'problems', role: 'note' },
    problems.map(({ kind, place, message, hint, counts }) =>
      element(
        'div',
        { class: 'problem' },
        element('strong', {}, strings.problems[kind]),
        element('code', {}, place),
        element('span', {}, prose(message ?? strings.problemDetails[kind]?.(counts) ?? '')),
        hint !== null && element('span', { class: 'help' }, prose(hint)),
      ),
    ),
  );
}
