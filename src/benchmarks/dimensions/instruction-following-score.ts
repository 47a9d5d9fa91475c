import type { Mode } from '../../domain/mode.js';
import type { NamedScore } from '../../domain/score.js';
import { INSTRUCTION_FOLLOWING, type InstructionFollowingDetails } from './navigation-row.js';

/** 2: elements are compared by their attributes; 1 compared positions alone. */
const VERSION = '2';

/** How an episode was gone about: the share of its answers that are no repetition and could be read. */
export function instructionFollowingScore(details: InstructionFollowingDetails, mode: Mode): NamedScore {
  const { actions, formatErrors, repeated } = details;
  const named = { evaluator: INSTRUCTION_FOLLOWING, version: VERSION, mode };
  if (actions === 0) return { ...named, score: { status: 'not_applicable', reason: 'nothing was done' } };
  return {
    ...named,
    score: {
      status: 'scored',
      // An answer may be both: unreadable as it was given, and put into the form of an earlier action.
      value: Math.max(0, 1 - (formatErrors + repeated) / actions),
      explanation: `${repeated} of ${actions} actions repeat an earlier one, ${formatErrors} could not be read`,
      details,
    },
  };
}
