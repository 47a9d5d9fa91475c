import { useMemo, type ReactNode } from 'react';
import { moment, percent, whole } from '../../../src/report/view/figures.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { DataTable } from '../../parts/data-table.js';
import { Follow } from '../../parts/follow.js';
import { Prose } from '../../parts/prose.js';
import { RunName } from '../../parts/run-badge.js';
import { Term } from '../../parts/term.js';
import { EVERYTHING } from '../../report/list-query.js';
import type { RunView } from '../../report/model.js';
import { usePageTitle } from '../../report/page-title.js';
import { useGo, useReport, WithReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import type { PageDefinition } from '../page.js';
import { Capabilities } from './capabilities.js';
import { Configuration } from './configuration.js';
import { AppsTable, OutcomesTable, ReasonsTable } from './counts-tables.js';
import { EffortTable } from './effort-table.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';
import { ProblemList } from './problem-list.js';
import { Profile } from './profile.js';
import { ResultsTable } from './results-table.js';
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

/** Runs of different benchmarks or modes are never put into one table. */
function Overview(): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const { model, addresses } = useReport();
  const go = useGo();
  const { index } = model;
  const groups = useMemo(() => groupRuns(model.runs), [model]);
  const title = index.title ?? [...new Set(index.runs.map(({ benchmark }) => benchmark))].join(', ');
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
      <header className="title">
        <h1>{title === '' ? texts.report : title}</h1>
        <p className="note">
          {[
            words.runCount(model.runs.length),
            words.taskCount(whole(model.tasks.length)),
            words.episodeCount(whole(model.episodes.length)),
            texts.writtenBy(index.touchstone, moment(index.writtenAt)),
          ].join(' · ')}
        </p>
      </header>
      <ProblemList problems={[...index.problems, ...index.runs.flatMap(({ problems }) => problems)]} />
      {index.splits.map((table, number) => (
        <section key={number} className="results">
          <DataTable table={table} />
        </section>
      ))}
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
  const texts = useTexts(OVERVIEW_TEXTS);
  const { modes } = useTexts(REPORT_TEXTS);
  const first = runs[0]?.run;
  const inDimensions = runs.every(({ run }) => run.inDimensions);
  return (
    <div className="group">
      {hasHead && first !== undefined && (
        <h2 className="benchmark">{`${first.benchmark}, ${modes[first.mode]}`}</h2>
      )}
      <section className="results">
        <h2>
          {texts.results}
          {!hasHead && first !== undefined && (
            <span className="aside">
              <Term name="mode" word={modes[first.mode]} />
            </span>
          )}
        </h2>
        <NoteList runs={runs} />
        <GateList runs={runs} />
        <ResultsTable runs={runs} />
        <p className="note">
          <Prose text={inDimensions ? texts.dimensionsNote : texts.resultsNote} />
        </p>
        {!inDimensions && <BaselineSentence runs={runs} />}
        <ModesSentence runs={runs} />
        <Warnings runs={runs} />
      </section>
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

/** What the gates of the runs say: why a job failed. */
function GateList({ runs }: OfRuns): ReactNode {
  const lines = runs.flatMap((view) =>
    (view.run.gate?.sentences ?? []).map((sentence, number) => (
      <li key={`${view.index} ${number}`}>
        {runs.length > 1 && (
          <>
            <RunName run={view} />{' '}
          </>
        )}
        {sentence}
      </li>
    )),
  );
  return lines.length > 0 && <ul className="notes gate">{lines}</ul>;
}

/** A score that a script reaches without looking is worth nothing; say how far that goes. */
function BaselineSentence({ runs }: OfRuns): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const [best] = runs
    .filter(({ run }) => run.kind === 'baseline' && run.summary.success.value !== null)
    .toSorted((a, b) => (b.run.summary.success.value ?? 0) - (a.run.summary.success.value ?? 0));
  return (
    <p className="note">
      {best === undefined
        ? texts.noBaseline
        : texts.bestBaseline(best.run.label, percent(best.run.summary.success.value))}
    </p>
  );
}

function ModesSentence({ runs }: OfRuns): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const { model } = useReport();
  const count = model.episodes.filter((row) => row.otherMode !== null && runs.includes(row.run)).length;
  return (
    count > 0 && (
      <p className="note">
        <Follow run={null} filter={{ differs: true }}>
          {texts.modesDiffer(whole(count))}
        </Follow>
      </p>
    )
  );
}

/** What people wrote of runs, which a file carries along. */
function NoteList({ runs }: OfRuns): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const noted = runs.flatMap(({ index, run: { label, notes } }) =>
    notes === undefined ? [] : [{ index, label, ...notes }],
  );
  return (
    noted.length > 0 && (
      <ul className="notes" aria-label={texts.notes}>
        {noted.map(({ index, label, tags, note }) => (
          <li key={index}>
            {runs.length > 1 && <strong>{label}: </strong>}
            {tags.map((tag) => (
              <code key={tag}>{`#${tag} `}</code>
            ))}
            {note}
          </li>
        ))}
      </ul>
    )
  );
}

function Warnings({ runs }: OfRuns): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const all = [...new Set(runs.flatMap(({ run }) => run.warnings))];
  return (
    all.length > 0 && (
      <details>
        <summary>{`${texts.warnings} (${all.length})`}</summary>
        <ul className="notes">
          {all.map((warning) => (
            <li key={warning}>
              <Prose text={warning} />
            </li>
          ))}
        </ul>
      </details>
    )
  );
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

/** Runs that may stand in one table, in the order given. */
function groupRuns(runs: readonly RunView[]): readonly (readonly RunView[])[] {
  const groups = new Map<string, RunView[]>();
  for (const view of runs) {
    const key = `${view.run.benchmark}\n${view.run.mode}\n${view.run.inDimensions}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [view]);
    else group.push(view);
  }
  return [...groups.values()];
}
