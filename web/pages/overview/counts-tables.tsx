import { useMemo, type ReactNode } from 'react';
import { OUTCOMES } from '../../../src/report/view/outcome-numbers.js';
import { whole } from '../../../src/report/view/figures.js';
import { TableFrame } from '../../parts/data-table.js';
import { Follow } from '../../parts/follow.js';
import { OutcomeBadge, OutcomeSign } from '../../parts/outcome-mark.js';
import { RunBadge } from '../../parts/run-badge.js';
import type { ListFilter } from '../../report/list-query.js';
import type { EpisodeRow, RunView } from '../../report/model.js';
import { isCounted } from '../../report/select-rows.js';
import { useReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { OUTCOME_TEXTS, reasonName } from '../../texts/outcome-texts.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';

/** Apps that get a row of their own. */
const MOST_APPS = 16;

interface OfRuns {
  readonly runs: readonly RunView[];
}

/** What became of the episodes of each run, as a band and as numbers. */
export function OutcomesTable({ runs }: OfRuns): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const { model } = useReport();
  const seen = new Set(model.episodes.flatMap(({ run, outcome }) => (runs.includes(run) ? [outcome] : [])));
  return (
    <section>
      <h2>{texts.outcomesTitle}</h2>
      <p className="note">{texts.outcomesNote}</p>
      {runs.map((run) => (
        <Band key={run.index} run={run} />
      ))}
      <CountsTable
        label={texts.outcomesTitle}
        runs={runs}
        rows={OUTCOMES.filter((outcome) => seen.has(outcome)).map((outcome) => ({
          key: outcome,
          head: <OutcomeBadge outcome={outcome} />,
          matches: (row) => row.outcome === outcome,
          filter: { outcomes: [outcome] },
        }))}
      />
    </section>
  );
}

/** Why the episodes of each run ended. */
export function ReasonsTable({ runs }: OfRuns): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const outcomeTexts = useTexts(OUTCOME_TEXTS);
  const { model } = useReport();
  const counts = new Map<string, number>();
  for (const { run, reason } of model.episodes) {
    if (reason !== null && runs.includes(run)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const reasons = [...counts].sort(([, a], [, b]) => b - a).map(([reason]) => reason);
  return (
    <section>
      <h2>{texts.endReasons}</h2>
      <CountsTable
        label={texts.endReasons}
        runs={runs}
        rows={reasons.map((reason) => ({
          key: reason,
          head: reasonName(outcomeTexts, reason),
          matches: (row) => row.reason === reason,
          filter: { reason },
        }))}
      />
    </section>
  );
}

/** Passed of judged per app; nothing where tasks name fewer than two apps. */
export function AppsTable({ runs }: OfRuns): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const { model } = useReport();
  if (model.apps.length < 2) return null;
  return (
    <section>
      <h2>{texts.byApp}</h2>
      <p className="note">{texts.byAppNote}</p>
      <CountsTable
        label={texts.byApp}
        runs={runs}
        rows={model.apps.slice(0, MOST_APPS).map((app) => ({
          key: app,
          head: app,
          matches: (row) => row.outcome === 'passed' && row.task.task.apps.includes(app),
          of: (row) => isCounted(row) && row.task.task.apps.includes(app),
          filter: { app },
        }))}
      />
    </section>
  );
}

interface CountRow {
  readonly key: string;
  readonly head: ReactNode;
  readonly matches: (row: EpisodeRow) => boolean;
  /** Denominator, where the count is a part of something. */
  readonly of?: (row: EpisodeRow) => boolean;
  readonly filter: Partial<ListFilter>;
}

function CountsTable({
  label,
  runs,
  rows,
}: OfRuns & { readonly label: string; readonly rows: readonly CountRow[] }): ReactNode {
  const { nothing } = useTexts(REPORT_TEXTS);
  const own = useOwnEpisodes(runs);
  return (
    <TableFrame label={label}>
      {runs.length > 1 && (
        <thead>
          <tr>
            <td />
            {runs.map((run) => (
              <th key={run.index} scope="col" className="right">
                <RunBadge run={run} />
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ key, head, matches, of, filter }) => (
          <tr key={key}>
            <th scope="row" className="left">
              {head}
            </th>
            {runs.map((run, place) => {
              const count = own[place]?.filter(matches).length ?? 0;
              const all = of === undefined ? null : (own[place]?.filter(of).length ?? 0);
              return (
                <td key={run.index} className="right">
                  {(all ?? count) === 0 ? (
                    <span className="muted">{nothing}</span>
                  ) : (
                    <Follow run={run} filter={filter}>
                      {all === null ? whole(count) : `${whole(count)}/${whole(all)}`}
                    </Follow>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** All episodes of a run as one band, each outcome as wide as its share. */
function Band({ run }: { readonly run: RunView }): ReactNode {
  const { outcomes } = useTexts(OUTCOME_TEXTS);
  const { model } = useReport();
  const [own = []] = useOwnEpisodes([run]);
  return (
    <div className="band-row" aria-hidden="true">
      {model.runs.length > 1 && <RunBadge run={run} />}
      <div className="band">
        {OUTCOMES.map((outcome) => {
          const count = own.filter((row) => row.outcome === outcome).length;
          if (count === 0) return null;
          return (
            <span
              key={outcome}
              className={`part ${outcome}`}
              style={{ flexGrow: count }}
              title={outcomes[outcome]}
            >
              {count / own.length >= 0.04 && <OutcomeSign outcome={outcome} />}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** Episodes of each of the runs. */
function useOwnEpisodes(runs: readonly RunView[]): readonly (readonly EpisodeRow[])[] {
  const { model } = useReport();
  return useMemo(() => runs.map((run) => model.episodes.filter((row) => row.run === run)), [model, runs]);
}
