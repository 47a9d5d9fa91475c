import { defineEvaluator } from 'touchstone/evaluators';

/** Whether an episode took few steps; a task says how many: `{"evaluator": "few-steps", "most": 4}`. */
export const fewSteps = defineEvaluator({
  name: 'few-steps',
  version: '1',
  evaluate: async ({ trajectory, settings }) => {
    const most = Number(settings?.['most'] ?? 10);
    const taken = trajectory.steps.filter(({ action }) => action !== null).length;
    return {
      status: 'scored',
      value: taken <= most ? 1 : 0,
      explanation: `${taken} of at most ${most} steps`,
    };
  },
});
