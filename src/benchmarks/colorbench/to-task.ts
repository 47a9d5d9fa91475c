import type { Milestone } from '../../domain/milestones/milestone.js';
import type { Task } from '../../domain/task.js';
import type { ColorbenchTask } from './read-tasks.js';

/** The task as every agent and evaluator knows it; milestones in their order, which the published score ignores. */
export function toTask(task: ColorbenchTask): Task {
  return {
    id: task.id,
    instructions: { zh: task.query },
    apps: [],
    tags: [task.appCount === 1 ? 'single-app' : 'cross-app'],
    optimalSteps: task.optimalSteps,
    milestones: task.milestones.map(({ ability, pageNodes, answers }, index): Milestone => {
      const common = { id: `m${index + 1}`, abilities: [ability] };
      if (pageNodes !== null) return { ...common, type: 'screen', screens: [...new Set(pageNodes)] };
      return { ...common, type: 'answer', accepted: [...(answers ?? [])] };
    }),
    evaluators: [],
  };
}
