import type { ReactNode } from 'react';
import type { ReportProblem } from '../../../src/report/view/report-problem.js';
import { Prose } from '../../parts/prose.js';
import { useTexts } from '../../texts/language.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';

/** What is missing from the report, in words; nothing when nothing is. */
export function ProblemList({ problems }: { readonly problems: readonly ReportProblem[] }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  if (problems.length === 0) return null;
  return (
    <div className="problems" role="note">
      {problems.map(({ kind, place, message, hint, counts }, number) => (
        <div key={number} className="problem">
          <strong>{texts.problems[kind]}</strong>
          <code>{place}</code>
          <span>
            <Prose text={message ?? texts.problemDetails[kind]?.(counts) ?? ''} />
          </span>
          {hint !== null && (
            <span className="help">
              <Prose text={hint} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
