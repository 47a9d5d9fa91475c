import type { ReactNode } from 'react';
import { useReport, WithReport } from '../../report/use-report.js';
import type { PageDefinition } from '../page.js';
import { groupRuns } from './group-runs.js';
import { OverviewHead } from './overview-head.js';
import { OVERVIEW_PAGE } from './overview-page.js';
import { Results } from './results.js';

/** More rows than anyone sees before the whole page is there. */
const MOST_ROWS = 100;

/** The overview as far as it is seen first: what is below it comes once the application runs. */
export const FIRST_ROWS_PAGE: PageDefinition = { ...OVERVIEW_PAGE, component: FirstRowsPage };

function FirstRowsPage(): ReactNode {
  return (
    <WithReport>
      <FirstRows />
    </WithReport>
  );
}

function FirstRows(): ReactNode {
  const groups = groupRuns(useReport().model.runs);
  const [runs = []] = groups;
  return (
    <article className="report overview">
      <OverviewHead />
      <div className="group">
        <Results runs={runs} hasHead={groups.length > 1} mostRows={MOST_ROWS} />
      </div>
    </article>
  );
}
