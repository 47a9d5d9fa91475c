import type { FailureCauses } from '../../domain/scores/failure-causes.js';

/** Common issues of models in long tasks. Source: ColorBench paper, section 5.4. */
export const COLORBENCH_CAUSES: FailureCauses = {
  id: 'colorbench',
  title: 'ColorBench: key capabilities',
  source: 'ColorBench, section 5.4',
  causes: [
    {
      id: 'decomposition',
      title: 'Incomplete decomposition',
      help: 'A part of a long task is left out: the agent takes a subtask for the whole.',
    },
    {
      id: 'memory',
      title: 'Vague memory',
      help: 'The agent does not keep what it has seen and needs later, such as a title or a price.',
    },
    {
      id: 'reflection',
      title: 'Lack of reflection',
      help: 'The agent does not notice that it repeats an action that is wrong.',
    },
  ],
};
