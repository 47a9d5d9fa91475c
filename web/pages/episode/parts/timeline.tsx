import type { ReactNode } from 'react';
import type { ReportStep } from '../../../../src/report/view/report-episode.js';
import { duration, NO_VALUE } from '../../../../src/report/view/figures.js';
import { useTexts } from '../../../texts/language.js';
import { EPISODE_TEXTS } from '../episode-texts.js';
import { stepTimes, totalTimes, type StepTimes } from '../step/step-times.js';
import classes from '../episode.module.css';

const HEIGHT = 24;
/** Width that every drawing is thought to have; it is stretched to its place. */
const WIDTH = 1000;
const PARTS = ['model', 'waiting', 'device'] as const;

/** Where the time went: a bar as long as the episode, each step as wide as it took. A click goes to the step. */
export function Timeline({
  steps,
  current,
  onStep,
}: {
  readonly steps: readonly ReportStep[];
  readonly current: number;
  readonly onStep: (step: number) => void;
}): ReactNode {
  const texts = useTexts(EPISODE_TEXTS);
  const times = steps.map(stepTimes);
  const total = totalTimes(times);
  if (total === null) return null;
  // What nobody recorded took no time that is known.
  const isKnown = { model: true, waiting: true, device: steps.some(({ deviceMs }) => deviceMs != null) };
  const words = (part: (typeof PARTS)[number]): string => (isKnown[part] ? duration(total[part]) : NO_VALUE);
  const { ends, paths } = drawTimeline(times);
  const [from, to] = [ends[current - 1] ?? 0, ends[current] ?? 0];
  return (
    <figure className={classes['timeline']}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.timeline(words('model'), words('waiting'), words('device'))}
        onClick={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const at = ((clientX - left) / width) * WIDTH;
          onStep(
            Math.max(
              0,
              ends.findIndex((end) => at <= end),
            ),
          );
        }}
      >
        {PARTS.map((part) => (
          <path key={part} className={classes[part]} d={paths[part]} />
        ))}
        <rect className={classes['now']} x={from} y={0} width={Math.max(2, to - from)} height={HEIGHT} />
      </svg>
      <figcaption>
        {PARTS.map((part) => (
          <span key={part}>
            <span className={`${classes['key'] ?? ''} ${classes[`key-${part}`] ?? ''}`} aria-hidden="true" />
            {`${texts.times[part]} ${words(part)}`}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** One path per part however many steps there are, and where each step ends. */
function drawTimeline(times: readonly StepTimes[]): {
  readonly ends: readonly number[];
  readonly paths: Readonly<Record<(typeof PARTS)[number], string>>;
} {
  const all = times.reduce((sum, one) => sum + one.model + one.waiting + one.device, 0);
  const paths = { model: '', waiting: '', device: '' };
  const ends: number[] = [];
  let at = 0;
  for (const one of times) {
    for (const part of PARTS) {
      const width = (one[part] / all) * WIDTH;
      if (width > 0)
        paths[part] += `M${at.toFixed(2)} 3h${width.toFixed(2)}v${HEIGHT - 6}h${(-width).toFixed(2)}z`;
      at += width;
    }
    ends.push(at);
  }
  return { ends, paths };
}
