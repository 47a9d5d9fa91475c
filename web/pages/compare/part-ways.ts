import { firstDifference, type FirstDifference } from '../../../src/metrics/comparison/first-difference.js';
import type { Trajectory } from '../../../src/domain/trajectory.js';
import type { ReportEpisode, ReportStep } from '../../../src/report/view/report-episode.js';
import type { EpisodeRow } from '../../report/model.js';
import { isCounted } from '../../report/select-rows.js';
import type { ViewerSource } from '../../source/viewer-source.js';

/**
 * Two attempts at one task that came out differently, where there are such; else the first of each run. What no comparison counts, such
 * as an outage, stands for its run only where there is nothing else.
 */
export function telling<T extends Pick<EpisodeRow, 'outcome'>>(
  left: readonly T[],
  right: readonly T[],
): readonly [T, T] | null {
  const [lefts, rights] = [left.filter(isCounted), right.filter(isCounted)];
  for (const a of lefts) {
    const b = rights.find((other) => (other.outcome === 'passed') !== (a.outcome === 'passed'));
    if (b !== undefined) return [a, b];
  }
  const [a, b] = [lefts[0] ?? left[0], rights[0] ?? right[0]];
  return a === undefined || b === undefined ? null : [a, b];
}

/** Where two episodes part ways, and what each of them did there; undefined where it had ended. */
export interface Parting {
  /** From 0. */
  readonly step: number;
  readonly kind: FirstDifference['kind'];
  readonly left: ReportStep | undefined;
  readonly right: ReportStep | undefined;
}

/** Null when they did the same, undefined when one of them was not recorded. */
export async function partWays(
  source: Pick<ViewerSource, 'episode'>,
  a: EpisodeRow,
  b: EpisodeRow,
): Promise<Parting | null | undefined> {
  const { episode: left } = await source.episode(a.run.run.id, a.item, a.repeat);
  const { episode: right } = await source.episode(b.run.run.id, b.item, b.repeat);
  if (left.steps.length === 0 || right.steps.length === 0) return undefined;
  const found = firstDifference(trajectory(left), trajectory(right));
  if (found === null) return null;
  const { step, kind } = found;
  return { step, kind, left: left.steps[step], right: right.steps[step] };
}

function trajectory({ steps }: ReportEpisode): Trajectory {
  return {
    steps: steps.map(({ screen, state, action, formatError }) => ({
      screen: { id: screen, size: null, activity: null, picture: null, hierarchy: null },
      state,
      action,
      ...(formatError === null ? {} : { formatError }),
    })),
  };
}
