import type { ReportEpisode, ReportStep } from '../../../src/report/view/report-episode.js';
import { stepAction, type ScreenStep } from '../../../src/metrics/alignment/screen-step.js';
import type { ScreenSketch } from '../../../src/metrics/alignment/screen-sketch.js';

/** The steps of an episode as they are set side by side; `sketches` by the address of the picture. */
export function alignedSteps(
  { steps }: Pick<ReportEpisode, 'steps'>,
  sketches: ReadonlyMap<string, ScreenSketch>,
): readonly ScreenStep[] {
  return steps.map((step) => ({
    state: step.state,
    // Recorded screens have an id of their own; equal ids are one screen even where states have no names.
    picture: step.screen === '' ? step.picture : step.screen,
    sketch: (step.picture === null ? undefined : sketches.get(step.picture)) ?? null,
    texts: [],
    action: actionOf(step),
  }));
}

function actionOf({ action, formatError, size }: ReportStep): ScreenStep['action'] {
  if (formatError !== null) return { key: 'unreadable', place: null };
  return stepAction(action, size === null ? null : { width: size[0], height: size[1] });
}
