import type { Milestone } from '../../domain/milestones/milestone.js';
import type { Task } from '../../domain/task.js';
import type { ColorbenchTask } from './read-tasks.js';

/** The task as every agent and evaluator knows it; milestones in their order, which the published score ignores. */
export function toTask(task: ColorbenchTask): Task {
  return {
    id: task.id,
    instructions: instructionsOf(task.query),
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

/** What is added to a query that is not in Chinese; the published prompts say it, and other names open nothing. */
const APP_NAMES = 'The apps of this phone have Chinese names, and are opened by them.';

/**
 * The published queries are Chinese and shown as they are. One that was translated is shown as what it is, and says how the
 * apps are called.
 */
function instructionsOf(query: string): Task['instructions'] {
  const chineseCharacters = query.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latinWords = query.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  // A translation may quote names as the screens show them, and a Chinese query the names of brands.
  if (chineseCharacters > latinWords) return { zh: query };
  return { en: `${query}\n${APP_NAMES}` };
}
