import type { ReactNode } from 'react';
import { dollars, duration, NO_VALUE, percent, whole } from '../../../src/report/view/figures.js';
import { OutcomeBadge } from '../../parts/outcome-mark.js';
import { RunBadge } from '../../parts/run-badge.js';
import type { EpisodeRow } from '../../report/model.js';
import { useReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { FindingCount } from './finding-count.js';
import { LIST_TEXTS } from './list-texts.js';
import { TaskCell } from './task-cells.js';

/** An episode as one row. */
export function EpisodeCells({ episode }: { readonly episode: EpisodeRow }): ReactNode {
  const { model } = useReport();
  const { onlyDiffering } = useTexts(LIST_TEXTS);
  const hasRun = episode.outcome !== 'not_run';
  return (
    <>
      <div className="cell outcome" role="gridcell">
        <OutcomeBadge outcome={episode.outcome} />
        {episode.otherMode !== null && (
          <span className="differs" title={onlyDiffering}>
            ≠
          </span>
        )}
        <FindingCount findings={episode.findings} />
      </div>
      <TaskCell task={episode.task} />
      {model.runs.length > 1 && (
        <div className="cell run" role="gridcell">
          <RunBadge run={episode.run} />
        </div>
      )}
      <NumberCell name="repeat" text={String(episode.repeat + 1)} />
      <NumberCell name="steps" text={hasRun ? String(episode.steps) : NO_VALUE} />
      <NumberCell name="completion" text={percent(episode.completion)} />
      <NumberCell name="time" text={hasRun ? duration(episode.durationMs) : NO_VALUE} />
      {model.hasModels && <NumberCell name="tokens" text={whole(episode.tokens)} />}
      {model.hasModels && <NumberCell name="cost" text={dollars(episode.costUsd)} />}
      <div className="cell why" role="gridcell" title={episode.why}>
        {episode.why}
      </div>
    </>
  );
}

function NumberCell({ name, text }: { readonly name: string; readonly text: string }): ReactNode {
  return (
    <div className={`cell number ${name}`} role="gridcell">
      {text}
    </div>
  );
}
