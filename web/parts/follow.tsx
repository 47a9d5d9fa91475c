import type { ReactNode } from 'react';
import { EVERYTHING, type ListFilter } from '../report/list-query.js';
import type { RunView } from '../report/model.js';
import { useReport } from '../report/use-report.js';
import { useTexts } from '../texts/language.js';
import { REPORT_TEXTS } from '../texts/report-texts.js';

/** A number that leads to the episodes behind it. */
export function Follow({
  run,
  filter,
  children,
}: {
  /** Null: of all runs. */
  readonly run: RunView | null;
  readonly filter: Partial<ListFilter>;
  readonly children: ReactNode;
}): ReactNode {
  const { model, addresses } = useReport();
  const { followCell } = useTexts(REPORT_TEXTS);
  const ofRun = run === null || model.runs.length === 1 ? {} : { run: run.run.id };
  return (
    <a href={addresses.list('episodes', { ...EVERYTHING, ...ofRun, ...filter })} title={followCell}>
      {children}
    </a>
  );
}
