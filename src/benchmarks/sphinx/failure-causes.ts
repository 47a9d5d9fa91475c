import type { FailureCauses } from '../../domain/scores/failure-causes.js';

/** Root causes of failed agents. Source: SPHINX paper, section 5.3. */
export const SPHINX_CAUSES: FailureCauses = {
  id: 'sphinx',
  title: 'SPHINX: root causes',
  source: 'SPHINX, section 5.3',
  causes: [
    {
      id: 'grounding',
      title: 'Grounding defect',
      help: 'The agent knows what to do, and acts on another element or on an empty place.',
    },
    {
      id: 'planning',
      title: 'Insufficient planning',
      help: 'The agent takes steps that are wrong or not needed, such as going on after the task was done.',
    },
    {
      id: 'instruction-following',
      title: 'Instruction-following error',
      help: 'The answers do not have the form that was asked for, and cannot be read as actions.',
    },
  ],
};
