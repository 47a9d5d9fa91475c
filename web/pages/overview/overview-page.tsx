import { useMemo, type ReactNode } from 'react';
import { useShortcuts } from '../../app/shortcuts.js';
import { DataTable } from '../../parts/data-table.js';
import { RunName } from '../../parts/run-badge.js';
import { EVERYTHING } from '../../report/list-query.js';
import type { RunView } from '../../report/model.js';
import { usePageTitle } from '../../report/page-title.js';
import { useGo, useReport, WithReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import type { PageDefinition } from '../page.js';
import { Capabilities } from './capabilities.js';
import { Configuration } from './configuration.js';
import { AppsTable, OutcomesTable, ReasonsTable } from './counts-tables.js';
import { EffortTable } from './effort-table.js';
import { groupRuns } from './group-runs.js';
import { OverviewHead } from './overview-head.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';
import { Profile } from './profile.js';
import { Results } from './results.js';
import './overview.css';

/** What the runs came to. */
export const OVERVIEW_PAGE: PageDefinition = {
  paths: ['/overview', '/'],
  needs: [],
  component: OverviewPage,
  navigation: 'overview',
};

function OverviewPage(): ReactNode {
  return (
    <WithReport>
      <Overview />
    </WithReport>
  );
}

function Overview(): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const { model, addresses } = useReport();
  const go = useGo();
  const groups = useMemo(() => groupRuns(model.runs), [model]);
  usePageTitle(texts.title);
  useShortcuts([
    {
      keys: ['Enter'],
      label: texts.openTasks,
      run: () => go(addresses.list('tasks', EVERYTHING)),
    },
  ]);
  return (
    <article className="report overview">
      <OverviewHead />
      {groups.map((runs) => (
        <Group key={runs[0]?.index} runs={runs} hasHead={groups.length > 1} />
      ))}
    </article>
  );
}

function Group({
  runs,
  hasHead,
}: {
  readonly runs: readonly RunView[];
  readonly hasHead: boolean;
}): ReactNode {
  const inDimensions = runs.every(({ run }) => run.inDimensions);
  return (
    <div className="group">
      <Results runs={runs} hasHead={hasHead} />
      {!inDimensions && <EffortTable runs={runs} />}
      <Profile runs={runs} />
      {inDimensions && <EffortTable runs={runs} />}
      <Capabilities runs={runs} />
      <div className="columns">
        <OutcomesTable runs={runs} />
        <ReasonsTable runs={runs} />
      </div>
      <AppsTable runs={runs} />
      <OwnTables runs={runs} />
      <Configuration runs={runs} />
    </div>
  );
}

interface OfRuns {
  readonly runs: readonly RunView[];
}

function OwnTables({ runs }: OfRuns): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const { addresses } = useReport();
  const shown = runs.filter(({ run }) => run.tables.length > 0);
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>{texts.benchmarkTables}</h2>
      {/* One run's tables are what it was made for; those of several would bury what they have in common. */}
      {shown.map((view) => (
        <details key={view.index} open={shown.length === 1}>
          <summary>
            <RunName run={view} />
          </summary>
          {view.run.tables.map((table, number) => (
            <DataTable
              key={number}
              table={table}
              link={(row, column) =>
                addresses.list('episodes', {
                  ...EVERYTHING,
                  cell: [view.index, number, row, column].join(':'),
                })
              }
            />
          ))}
        </details>
      ))}
    </section>
  );
}
