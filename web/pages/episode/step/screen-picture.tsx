import { useState, type ReactNode } from 'react';
import type { ReportStep } from '../../../../src/report/view/report-episode.js';
import { useSource } from '../../../source/use-source.js';
import { useTexts } from '../../../texts/language.js';
import { ActionOverlay } from './action-overlay.js';
import { ACTION_TEXTS, type ActionTexts } from '../../../texts/action-texts.js';
import { actionLabel } from '../../../texts/action-words.js';
import { askedWidth } from './asked-width.js';
import { SCREEN_TEXTS } from './screen-texts.js';
import classes from './screen.module.css';

/** Shape of a screen whose size nobody recorded. */
const USUAL_SIZE = [1080, 2340] as const;
/** The screen before a step with the action drawn on it, or words where there is no picture. */
export function ScreenPicture({
  step,
  description,
  isLarge = false,
  isPlain = false,
  children,
}: {
  readonly step: ReportStep;
  /** What it shows, for those who hear the page; empty for a picture beside its words. */
  readonly description: string;
  readonly isLarge?: boolean;
  /** Without what was done on it. */
  readonly isPlain?: boolean;
  /** What else is drawn over it. */
  readonly children?: ReactNode;
}): ReactNode {
  const texts = useTexts(SCREEN_TEXTS);
  const actionTexts = useTexts(ACTION_TEXTS);
  const source = useSource();
  const [found, setFound] = useState<{
    readonly of: string | null;
    readonly size: readonly [number, number];
  } | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  // Nobody recorded the size: the picture itself tells.
  const size = step.size ?? (found?.of === step.picture ? found.size : null) ?? USUAL_SIZE;
  const said = isPlain || !isLarge ? null : saidOnPicture(step, actionTexts);
  const { picture } = step;
  const { noPicture, broken } = source.features.has('runs')
    ? { broken: texts.served.broken, noPicture: { ...texts.noPicture, withheld: texts.served.withheld } }
    : texts;
  const words = picture === null ? noPicture[step.noPicture ?? 'none'] : lost === picture ? broken : null;
  return (
    <div
      className={`screen ${isLarge ? 'large' : 'small'} ${classes['screen'] ?? ''} ${classes[isLarge ? 'large' : 'small'] ?? ''}`}
      ref={(frame) => {
        // Set by script: the policy of the page allows no styles in its markup.
        frame?.style.setProperty('aspect-ratio', `${size[0]} / ${size[1]}`);
        frame?.style.setProperty('--ratio', String(size[0] / size[1]));
      }}
    >
      {picture === null || words !== null ? (
        <span className={`no-picture ${classes['noPicture'] ?? ''}`} title={words ?? undefined}>
          {isLarge ? words : ''}
        </span>
      ) : (
        <img
          src={source.picture(picture, askedWidth(step, isLarge))}
          alt={description}
          loading={isLarge ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          onError={() => setLost(picture)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (step.size === null && naturalWidth > 0)
              setFound({ of: picture, size: [naturalWidth, naturalHeight] });
          }}
        />
      )}
      {!isPlain && <ActionOverlay marks={step.marks} size={size} />}
      {said !== null && (
        <span className={`said ${classes['said'] ?? ''}`} aria-hidden="true">
          {said}
        </span>
      )}
      {children}
    </div>
  );
}

/** Actions that have no place on the picture are written on it: typed text, keys, apps opened, the end. */
function saidOnPicture(step: ReportStep, texts: ActionTexts): string | null {
  if (step.formatError !== null) return texts.formatError;
  const { action } = step;
  if (action === null) return null;
  const hasPlace = step.marks.length > 0 && action.type !== 'type';
  return hasPlace ? null : actionLabel(action, texts);
}
