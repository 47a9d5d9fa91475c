import { addressPart } from '../../../../src/domain/text/portable-name.js';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/language.js';
import { EPISODE_TEXTS } from '../episode-texts.js';
import { instructionText } from '../../../report/instruction-text.js';
import { OUTCOME_TEXTS } from '../../../texts/outcome-texts.js';
import type { EpisodeContext, EpisodeKey } from './episode-context.js';
import { EpisodeLink } from './episode-link.js';
import { OutcomeSign } from '../../../parts/outcome-mark.js';
import classes from '../episode.module.css';

/** What was asked, of whom, and the other attempts at it. */
export function EpisodeHead({
  episode,
  context,
  previous,
  next,
  list,
  canExport,
}: {
  readonly episode: EpisodeKey;
  /** Null until the runs around the episode are known. */
  readonly context: EpisodeContext | null;
  readonly previous: EpisodeKey | null;
  readonly next: EpisodeKey | null;
  /** Address of the list that it is one of. */
  readonly list: string;
  readonly canExport: boolean;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const { outcomes } = useTexts(OUTCOME_TEXTS);
  const place = [episode.run, 'episodes', episode.item].map(addressPart).join('/');
  return (
    <header>
      <div className={classes['trail']}>
        <a href={list}>← {texts.back}</a>
        <span className={classes['spring']} />
        {canExport && <a href={`api/runs/${place}/${episode.repeat}/page`}>{texts.exportPage}</a>}
        {canExport && <a href={`api/runs/${place}/${episode.repeat}/animation`}>{texts.export}</a>}
        {canExport && <a href={`api/runs/${place}/${episode.repeat}/animation?format=gif`}>GIF</a>}
        {previous !== null && (
          <EpisodeLink episode={previous} label={texts.previousEpisode}>
            ←
          </EpisodeLink>
        )}
        {next !== null && (
          <EpisodeLink episode={next} label={texts.nextEpisode}>
            →
          </EpisodeLink>
        )}
      </div>
      {/* The words the agent was given, not those of the reader's language. */}
      <h1 className={classes['title']}>
        {context === null ? episode.item : instructionText(context.task, context.run.language)}
      </h1>
      <p className={classes['muted']}>
        {[
          context?.run.label ?? episode.run,
          context?.task.id ?? episode.item,
          ...(context?.task.apps ?? []),
          `${texts.repeat} ${episode.repeat + 1}`,
        ].join(' · ')}
      </p>
      {context !== null && (
        <div className={classes['attempts']} role="group" aria-label={texts.otherRepeats}>
          {context.siblings.map(({ run, attempts }) => (
            <span key={run.id} className={classes['strip']}>
              {context.siblings.length > 1 && <span className={classes['muted']}>{run.label}</span>}
              {attempts.map((attempt) => {
                const isThis = attempt.run === episode.run && attempt.repeat === episode.repeat;
                return (
                  <EpisodeLink
                    key={attempt.repeat}
                    episode={attempt}
                    isCurrent={isThis ? 'page' : undefined}
                    className={classes['signLink']}
                    label={texts.cellOf(run.label, attempt.repeat + 1, outcomes[attempt.outcome])}
                  >
                    <OutcomeSign outcome={attempt.outcome} />
                  </EpisodeLink>
                );
              })}
            </span>
          ))}
        </div>
      )}
    </header>
  );
}
