import type { ReactNode } from 'react';
import { useReport, WithReport } from '../../report/use-report.js';
import type { PageDefinition } from '../page.js';
import { groupRuns } from './group-runs.js';
import { OverviewHead } from './overview-head.js';
import { OVERVIEW_PAGE } from './overview-page.js';
import { Results } from './results.js';
import { ResultsTable } from './results-table.js';

/** More rows than anyone sees before the whole page is there. */
const MOST_RUNS = 100;

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
        {runs.length <= MOST_RUNS ? (
          <Results runs={runs} hasHead={groups.length > 1} />
        ) : (
          // Sentences beside the table are about all runs.
          <section className="results">
            <ResultsTable runs={runs.slice(0, MOST_RUNS)} />
          </section>
        )}
      </div>
    </article>
  );
}
