import type { Score } from '../../domain/score.js';
import type { ConductDetails } from './navigation-row.js';

/** How an episode was gone about: the share of its actions that are no repetition and could be read. */
export function conductScore(details: ConductDetails): Score {
  const { actions, formatErrors, repeated } = details;
  if (actions === 0) return { status: 'not_applicable', reason: 'nothing was done' };
  return {
    status: 'scored',
    value: 1 - (formatErrors + repeated) / actions,
    explanation: `${repeated} of ${actions} actions repeat an earlier one, ${formatErrors} could not be read`,
    details,
  };
}
