import { UserError } from '../../errors.js';
import type { Agent, AgentContext, AgentEpisode } from '../agent.js';
import { OracleEpisode } from './oracle-episode.js';
import { RouteCache } from './route-cache.js';

/** The oracle was asked to work without the world and the success rule. */
export class NoPrivilegesError extends UserError {
  override readonly code = 'NO_PRIVILEGES';
}

/**
 * The upper bound: knows the graph and the milestones, and takes the way with the fewest expected steps through all
 * milestones that can be reached, planning anew after every step. Stops with the wanted answer, where there is one.
 *
 * Source: ColorBench paper section 3 defines the milestones; the planning is ours.
 */
export function oracleAgent(): Agent {
  const cache = new RouteCache();
  return {
    name: 'oracle',
    version: '1',
    settings: {},
    needs: { models: [], privileges: true, pictures: false, hierarchy: false },
    resume: 'step',
    open: async (context: AgentContext): Promise<AgentEpisode> => {
      const { privileges } = context;
      if (privileges === undefined) {
        throw new NoPrivilegesError(`the oracle cannot work on ${context.task.id}: it is given no graph`, {
          hint: 'Run the oracle on a benchmark whose environment is a graph.',
        });
      }
      const episode = new OracleEpisode(privileges, cache.prepare(privileges.graph, privileges.mode));
      return {
        decide: async (observation, history, { signal }) => {
          signal.throwIfAborted();
          return episode.decide(observation, history);
        },
        [Symbol.asyncDispose]: async () => undefined,
      };
    },
  };
}
