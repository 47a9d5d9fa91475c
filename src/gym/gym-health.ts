import { access, constants } from 'node:fs/promises';
import type { ServerHealth } from '../http/health-routes.js';
import { ServerMetrics } from '../http/metrics/server-metrics.js';
import type { GymSessions } from './gym-sessions.js';

/**
 * What a gym says of itself: it is ready while what is played can be kept where it is to be kept.
 *
 * @param requires rejects while nobody can be let in
 */
export async function gymHealth(
  { play, counts }: Pick<GymSessions, 'play' | 'counts'>,
  requires: () => Promise<unknown> = () => Promise.resolve(),
): Promise<ServerHealth> {
  const metrics = await ServerMetrics.open();
  metrics.gauge({ name: 'touchstone_gym_sessions', help: 'Sessions that are open.' }, () => play.active);
  metrics.counter(
    { name: 'touchstone_gym_episodes_total', help: 'Episodes that were begun.' },
    () => counts.episodes,
  );
  metrics.counter({ name: 'touchstone_gym_steps_total', help: 'Steps that were taken.' }, () => counts.steps);
  return {
    metrics,
    isReady: async () => {
      await requires();
      if (play.directory !== null) await access(play.directory, constants.W_OK);
      return true;
    },
  };
}
