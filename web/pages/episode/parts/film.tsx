import { useVirtualizer } from '@tanstack/react-virtual';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ReportStep } from '../../../../src/report/view/report-episode.js';
import { useTexts } from '../../../texts/language.js';
import { EPISODE_TEXTS } from '../episode-texts.js';
import { ACTION_TEXTS } from '../../../texts/action-texts.js';
import { stepLabel } from '../../../texts/action-words.js';
import { ScreenPicture } from '../step/screen-picture.js';
import type { EpisodeKey } from './episode-context.js';
import { EpisodeLink } from './episode-link.js';
import classes from '../episode.module.css';

/** Pixels of one step along the film. */
const LENGTH = { down: 124, across: 82 } as const;

/** All steps as small pictures; only those in sight are in the document. */
export function Film({
  episode,
  steps,
  current,
}: {
  readonly episode: EpisodeKey;
  readonly steps: readonly ReportStep[];
  /** From 0. */
  readonly current: number;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const actionTexts = useTexts(ACTION_TEXTS);
  const frame = useRef<HTMLElement>(null);
  const isAcross = useMediaQuery('(max-width: 980px)', false, { getInitialValueInEffect: false });
  const virtual = useVirtualizer({
    count: steps.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (isAcross ? LENGTH.across : LENGTH.down),
    horizontal: isAcross,
    overscan: 4,
  });
  useEffect(() => virtual.measure(), [isAcross, virtual]);
  useEffect(() => virtual.scrollToIndex(current, { align: 'center' }), [current, isAcross, virtual]);
  return (
    <nav ref={frame} className={classes['film']} aria-label={texts.steps} tabIndex={0}>
      <div
        className={classes['reel']}
        style={isAcross ? { width: virtual.getTotalSize() } : { height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const step = steps[index];
          if (step === undefined) return null;
          return (
            <div
              key={index}
              className={classes['cell']}
              style={{ transform: isAcross ? `translateX(${start}px)` : `translateY(${start}px)` }}
            >
              <EpisodeLink
                episode={episode}
                step={index}
                isCurrent={index === current ? 'step' : undefined}
                className={`step ${classes['step'] ?? ''}`}
              >
                <span className={classes['thumb']}>
                  <ScreenPicture step={step} description="" />
                </span>
                <span className={classes['words']}>
                  <span className={classes['muted']}>{index + 1}</span>
                  <span className={classes['label']}>{stepLabel(step, actionTexts)}</span>
                </span>
              </EpisodeLink>
            </div>
          );
        })}
      </div>
    </nav>
  );
}
