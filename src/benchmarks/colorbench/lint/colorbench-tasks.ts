import type { Mode } from '../../../domain/mode.js';
import { compileMilestones } from '../../../domain/milestones/milestone-progress.js';
import type { ColorbenchTask } from '../read-tasks.js';
import { toTask } from '../to-task.js';
import type { TasksSubject } from '../../../lint/task-subject.js';

/** Steps an episode may take. Source: the published configuration. */
const STEP_BUDGET = 40;

/** Tasks in the published form, `tasks[i].milestone[j].page_node[k]`, with their places in the parsed file. */
export function colorbenchTasksSubject(
  tasks: readonly ColorbenchTask[],
  value: unknown,
  options: { readonly file: string; readonly mode: Mode },
): TasksSubject {
  const positions = positionsOf(value);
  return {
    file: options.file,
    languages: [],
    countsAnswers: options.mode === 'corrected',
    tasks: tasks.map((task, index) => {
      const path = [positions.get(task.id) ?? index];
      return {
        id: task.id,
        path,
        instructions: { zh: task.query },
        start: null,
        apps: [],
        optimalSteps: task.optimalSteps,
        maxSteps: STEP_BUDGET,
        hasEvaluators: false,
        rules: compileMilestones(toTask(task).milestones),
        milestones: task.milestones.map(({ pageNodes }, milestone) => ({
          path: [...path, 'milestone', milestone],
          screens:
            pageNodes?.map((id, at) => ({ id, path: [...path, 'milestone', milestone, 'page_node', at] })) ??
            null,
        })),
      };
    }),
  };
}

/** Task id → position in the file, which is not its position among the tasks where some of them are broken. */
function positionsOf(value: unknown): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  for (const [index, task] of (Array.isArray(value) ? value : []).entries()) {
    if (typeof task !== 'object' || task === null || !('task_id' in task)) continue;
    const id = String(task.task_id);
    if (!positions.has(id)) positions.set(id, index);
  }
  return positions;
}
