import { countBy } from '../../domain/collections/count-by.js';
import type { ColorbenchTask } from './read-tasks.js';

/** Statistics of a list of tasks. Histograms map a value to how often it occurs. */
export interface TaskStatistics {
  readonly tasks: number;
  readonly tasksByAppCount: Readonly<Record<number, number>>;
  /** Mean annotated steps of all tasks, of those of one app, of those of several. */
  readonly meanOptimalSteps: { readonly all: number; readonly single: number; readonly cross: number };
  readonly milestones: number;
  readonly milestonesPerTask: Readonly<Record<number, number>>;
  readonly milestonesByAbility: Readonly<Record<string, number>>;
  readonly answerMilestones: number;
  /** Page milestones by how many alternatives they name. */
  readonly alternatives: Readonly<Record<number, number>>;
  /** Milestones with the annotator's own words. */
  readonly rawAbilities: number;
  /** Milestones that share a page with an earlier one of their task, so that one visit hits both. */
  readonly sharedPages: number;
}

export function taskStatistics(tasks: readonly ColorbenchTask[]): TaskStatistics {
  const milestones = tasks.flatMap((task) => task.milestones);
  return {
    tasks: tasks.length,
    tasksByAppCount: countBy(tasks.map(({ appCount }) => appCount)),
    meanOptimalSteps: {
      all: meanSteps(tasks),
      single: meanSteps(tasks.filter(({ appCount }) => appCount === 1)),
      cross: meanSteps(tasks.filter(({ appCount }) => appCount > 1)),
    },
    milestones: milestones.length,
    milestonesPerTask: countBy(tasks.map((task) => task.milestones.length)),
    milestonesByAbility: countBy(milestones.map(({ ability }) => ability)),
    answerMilestones: milestones.filter(({ answers }) => answers !== null).length,
    alternatives: countBy(
      milestones.flatMap(({ pageNodes }) => (pageNodes === null ? [] : [pageNodes.length])),
    ),
    rawAbilities: milestones.filter(({ rawAbility }) => rawAbility !== null).length,
    sharedPages: tasks.reduce((sum, task) => sum + sharedPages(task), 0),
  };
}

function meanSteps(tasks: readonly ColorbenchTask[]): number {
  return tasks.reduce((sum, { optimalSteps }) => sum + optimalSteps, 0) / tasks.length;
}

function sharedPages({ milestones }: ColorbenchTask): number {
  return milestones.filter(({ pageNodes }, index) =>
    milestones
      .slice(0, index)
      .some((earlier) => pageNodes?.some((page) => earlier.pageNodes?.includes(page)) ?? false),
  ).length;
}
