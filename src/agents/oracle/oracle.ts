import type { Decision } from '../../domain/decision.js';
import { DatasetError, UserError } from '../../errors.js';
import type { Agent, AgentContext, AgentEpisode } from '../agent.js';
import { OracleEpisode } from './oracle-episode.js';
import { RouteCache } from './route-cache.js';

/** The oracle was asked to work without the world and the success rule. */
export class NoPrivilegesError extends UserError {
  override readonly code = 'NO_PRIVILEGES';
}

/** A task says by no milestone which way leads to its success: the oracle has nothing to follow, and fails nothing. */
export class NoMilestonesError extends DatasetError {
  override readonly code = 'NO_MILESTONES';
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
      const { privileges, recorded } = context;
      if (recorded !== undefined) return recordedEpisode(recorded);
      if (privileges === undefined) {
        throw new NoPrivilegesError(
          `the oracle cannot work on ${context.task.id}: it is given neither graph nor recording`,
          {
            hint: 'Run the oracle on a benchmark of graphs or of recorded episodes.',
          },
        );
      }
      if (privileges.task.milestones.length === 0) {
        throw new NoMilestonesError(
          `task ${context.task.id} has no milestones that show the oracle its way`,
          {
            hint: 'Add the screens on the way to its success as milestones, or run another agent.',
          },
        );
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

/** On a recorded episode the best that can be done is what the recording did. */
function recordedEpisode(recorded: () => Decision | Promise<Decision>): AgentEpisode {
  return {
    decide: async (_observation, _history, { signal }) => {
      signal.throwIfAborted();
      return recorded();
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
