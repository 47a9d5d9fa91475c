import type { ReactNode } from 'react';
import { percent, whole } from '../../../src/report/view/figures.js';
import { Follow } from '../../parts/follow.js';
import { Prose } from '../../parts/prose.js';
import { RunName } from '../../parts/run-badge.js';
import { Term } from '../../parts/term.js';
import type { RunView } from '../../report/model.js';
import { useReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';
import { ResultsTable } from './results-table.js';

interface OfRuns {
  readonly runs: readonly RunView[];
}

/** What runs of one benchmark and mode reached, and what has to be said beside it. */
export function Results({
  runs,
  hasHead,
  mostRows = Infinity,
}: OfRuns & { readonly hasHead: boolean; readonly mostRows?: number }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const { modes } = useTexts(REPORT_TEXTS);
  const first = runs[0]?.run;
  const inDimensions = runs.every(({ run }) => run.inDimensions);
  return (
    <>
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
        <ResultsTable runs={runs} mostRows={mostRows} />
        <p className="note">
          <Prose text={inDimensions ? texts.dimensionsNote : texts.resultsNote} />
        </p>
        {!inDimensions && <BaselineSentence runs={runs} />}
        <ModesSentence runs={runs} />
        <Warnings runs={runs} />
      </section>
    </>
  );
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
  const shown = new Set(runs);
  const count = model.episodes.filter((row) => row.otherMode !== null && shown.has(row.run)).length;
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
