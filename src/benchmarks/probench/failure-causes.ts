import type { FailureCauses } from '../../domain/scores/failure-causes.js';

/** Universal problems of agents. Source: ProBench paper, section 5. */
export const PROBENCH_CAUSES: FailureCauses = {
  id: 'probench',
  title: 'ProBench: error analysis',
  source: 'ProBench, sections 5.1 to 5.3',
  causes: [
    {
      id: 'grounding',
      title: 'Insufficient grounding',
      help: 'The element is not found: the position of the action is off.',
    },
    {
      id: 'history',
      title: 'Insensitive to earlier operations',
      help: 'What was done already is not taken into account: a filter is set again, an action repeated.',
    },
    {
      id: 'planning',
      title: 'Oversimplified planning',
      help: 'An abstract instruction is not broken up into subtasks; all of it is typed into a search box.',
    },
  ],
};
