import { access, constants } from 'node:fs/promises';
import type { FolderCondition, ResultsFolder } from '../app/view/results-folder.js';
import type { Readiness, ServerHealth } from '../http/health-routes.js';
import { ServerMetrics } from '../http/metrics/server-metrics.js';
import { RUN_STATES, type RunCard } from '../report/view/run-card.js';

export type WatchedFolder = Pick<ResultsFolder, 'runs' | 'condition'>;

/**
 * What a viewer says of itself: it is ready while it can read its folder, and the indexes that it has open.
 *
 * @param path of the folder of runs, or of the folders of teams
 * @param isReady of all folders together; all must be read unless given
 */
export async function viewerHealth(
  path: string,
  folders: () => readonly WatchedFolder[] | Promise<readonly WatchedFolder[]>,
  isReady?: (metrics: ServerMetrics) => () => Promise<Readiness>,
): Promise<ServerHealth> {
  const metrics = await ServerMetrics.open();
  const conditions = async (): Promise<readonly FolderCondition[]> =>
    Promise.all((await folders()).map((folder) => folder.condition()));
  metrics.gauges(
    { name: 'touchstone_runs', help: 'Runs by how they stand.' },
    { label: 'state', values: RUN_STATES },
    async () => countStates((await Promise.all((await folders()).map((folder) => folder.runs()))).flat()),
  );
  metrics.gauge(
    {
      name: 'touchstone_index_lag_seconds',
      help: 'Time since the index held all of the folder; only where this process keeps it.',
    },
    async () => {
      const lags = (await conditions()).flatMap(({ indexLagMs: lag }) => (lag === null ? [] : [lag]));
      return lags.length === 0 ? null : Math.max(...lags) / 1000;
    },
  );
  const areReady =
    isReady?.(metrics) ??
    (async () => (await conditions()).every(({ isReadable, isIndexed }) => isReadable && isIndexed));
  return {
    metrics,
    isReady: async () => {
      await access(path, constants.R_OK);
      return await areReady();
    },
  };
}

function countStates(cards: readonly RunCard[]): ReadonlyMap<RunCard['state'], number> {
  const counts = new Map<RunCard['state'], number>();
  for (const { state } of cards) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}
