import { compileMilestones } from '../../../domain/milestones/milestone-progress.js';
import type { Milestone } from '../../../domain/milestones/milestone.js';
import type { Mode } from '../../../domain/mode.js';
import type { Task } from '../../../domain/task.js';
import type { SuiteFile } from '../../../formats/suite/suite-file.js';
import type { JsonPath } from '../../../lint/graph-subject.js';
import type { MilestoneSubject, TasksSubject } from '../../../lint/task-subject.js';

/** Tasks of a suite, with their places in the parsed file. */
export function worldTasksSubject(
  suite: SuiteFile,
  value: unknown,
  options: { readonly file: string; readonly mode: Mode },
): TasksSubject {
  const positions = positionsOf(value);
  return {
    file: options.file,
    languages: suite.languages,
    // The suite's own scoring counts answers in both modes.
    countsAnswers: true,
    tasks: suite.tasks.map((task, index) => {
      const path = ['tasks', positions.get(task.id) ?? index];
      return {
        id: task.id,
        path,
        instructions: task.instructions,
        start: task.start ?? null,
        apps: task.apps,
        optimalSteps: task.optimalSteps ?? null,
        maxSteps: task.maxSteps ?? suite.defaultMaxSteps,
        hasEvaluators: task.evaluators.length > 0,
        hasObligations: (task.obligations ?? []).length > 0,
        hasProhibitions: (task.prohibitions ?? []).length > 0,
        rules: compileMilestones(task.milestones),
        milestones: leavesOf(task.milestones, [...path, 'milestones']),
      };
    }),
  };
}

/** The milestones that can be reached by themselves, in the order in which `compileMilestones` lists them. */
function leavesOf(milestones: Task['milestones'], path: JsonPath): MilestoneSubject[] {
  return milestones.flatMap((milestone: Milestone, index): MilestoneSubject[] => {
    const own = [...path, index];
    switch (milestone.type) {
      case 'screen':
        return [
          {
            path: own,
            screens: milestone.screens.map((id, at) => ({ id, path: [...own, 'screens', at] })),
          },
        ];
      case 'answer':
        return [{ path: own, screens: null }];
      case 'group':
        return leavesOf(milestone.children, [...own, 'children']);
      default:
        return milestone satisfies never;
    }
  });
}

/** Task id → position in the file, which is not its position in the suite where some tasks are broken. */
function positionsOf(value: unknown): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  if (typeof value !== 'object' || value === null || !('tasks' in value) || !Array.isArray(value.tasks)) {
    return positions;
  }
  for (const [index, task] of (value.tasks as readonly unknown[]).entries()) {
    if (typeof task !== 'object' || task === null || !('id' in task) || typeof task.id !== 'string') continue;
    if (!positions.has(task.id)) positions.set(task.id, index);
  }
  return positions;
}
