import type { ReportStep } from '../../report/view/report-episode.js';

/** How a screen is asked for: by the hash of its stored picture, or by its id in the world that the run happened in. */
export type ScreenName = { readonly hash: string } | { readonly id: string };

/** The screen of a step as `ResultsFolder.screen` is asked for it; null where the step shows no picture. */
export function stepScreen({ picture, screen }: Pick<ReportStep, 'picture' | 'screen'>): ScreenName | null {
  if (picture === null) return null;
  const hash = /\/files\/([0-9a-f]{64})$/.exec(picture)?.[1];
  return hash === undefined ? { id: screen } : { hash };
}
