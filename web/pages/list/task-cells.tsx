import type { CSSProperties, ReactNode } from 'react';
import { decimal } from '../../../src/report/view/figures.js';
import { OutcomeSign } from '../../parts/outcome-mark.js';
import { RunBadge } from '../../parts/run-badge.js';
import { instructionText } from '../../report/instruction-text.js';
import type { EpisodeRow, RunView, TaskRow } from '../../report/model.js';
import { isCounted, meanSteps } from '../../report/select-rows.js';
import { useReport } from '../../report/use-report.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { OUTCOME_TEXTS } from '../../texts/outcome-texts.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { FindingCount } from './finding-count.js';
import { MOST_SIGNS, stripWidth } from './strip-width.js';

/** A task as one row: what was asked, a strip of repeats per run, mean steps. Counts are of what the filter leaves in. */
export function TaskCells({
  task,
  isIn,
  chosen,
  run,
}: {
  readonly task: TaskRow;
  readonly isIn: (episode: EpisodeRow) => boolean;
  /** Episode that Enter opens; null in rows that are not active. */
  readonly chosen: EpisodeRow | null;
  /** Id of the only run that is shown; null: all. */
  readonly run: string | null;
}): ReactNode {
  const { model } = useReport();
  return (
    <>
      <TaskCell task={task} />
      <div
        className="cell strips"
        role="gridcell"
        style={{ '--strip': `${stripWidth(model)}px` } as CSSProperties}
      >
        {task.episodes.map((episodes, index) => {
          const view = model.runs[index];
          if (view === undefined || (run !== null && view.run.id !== run)) return null;
          return <Strip key={index} view={view} episodes={episodes} isIn={isIn} chosen={chosen} />;
        })}
      </div>
      <div className="cell number steps" role="gridcell">
        <FindingCount
          findings={task.episodes
            .flat()
            .filter(isIn)
            .flatMap(({ findings }) => findings)}
        />
        {decimal(meanSteps(task.episodes.flat().filter(isIn)))}
      </div>
    </>
  );
}

function Strip({
  view,
  episodes,
  isIn,
  chosen,
}: {
  readonly view: RunView;
  readonly episodes: readonly EpisodeRow[];
  readonly isIn: (episode: EpisodeRow) => boolean;
  readonly chosen: EpisodeRow | null;
}): ReactNode {
  const { model } = useReport();
  const { nothing } = useTexts(REPORT_TEXTS);
  const counted = episodes.filter(isCounted);
  const passed = counted.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <div className="strip">
      {model.runs.length > 1 && <RunBadge run={view} />}
      {episodes.slice(0, MOST_SIGNS).map((episode) => (
        <Sign key={episode.index} episode={episode} isIn={isIn(episode)} isChosen={episode === chosen} />
      ))}
      {episodes.length > MOST_SIGNS && <span className="more">+{episodes.length - MOST_SIGNS}</span>}
      <span className="more">{counted.length === 0 ? nothing : `${passed}/${counted.length}`}</span>
    </div>
  );
}

/** What was asked; below it the task's id and apps. */
export function TaskCell({ task: { task } }: { readonly task: TaskRow }): ReactNode {
  const { language } = useLanguage();
  return (
    <div className="cell task" role="gridcell">
      <div className="instruction">{instructionText(task, language)}</div>
      <div className="below">{[task.id, ...task.apps].join(' · ')}</div>
    </div>
  );
}

function Sign({
  episode,
  isIn,
  isChosen,
}: {
  readonly episode: EpisodeRow;
  readonly isIn: boolean;
  readonly isChosen: boolean;
}): ReactNode {
  const { addresses } = useReport();
  const { cellOf } = useTexts(REPORT_TEXTS);
  const { outcomes } = useTexts(OUTCOME_TEXTS);
  const name = cellOf(episode.run.run.label, episode.repeat + 1, outcomes[episode.outcome]);
  return (
    <a
      className={`sign-link${isIn ? '' : ' out'}${isChosen ? ' chosen' : ''}`}
      href={addresses.episode(episode)}
      // The row's own keys reach it; otherwise a page of rows would be hundreds of stops of the Tab key.
      tabIndex={-1}
      aria-label={name}
      title={name}
    >
      <OutcomeSign outcome={episode.outcome} />
    </a>
  );
}
