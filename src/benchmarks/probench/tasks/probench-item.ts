import type { BenchmarkItem } from '../../benchmark.js';
import type { ProbenchTask } from './task-file.js';

/** A task as an item of a run, which begins in its app. */
export function probenchItem(task: ProbenchTask): BenchmarkItem {
  const { id, language, app, category, instruction, type, stepLimit } = task;
  return {
    id,
    task: {
      id,
      instructions: { [language]: instruction },
      apps: [app],
      tags: [language, type, ...(category === undefined ? [] : [category])],
      start: app,
      ...(stepLimit === undefined ? {} : { maxSteps: stepLimit }),
      milestones: [],
      evaluators: [],
    },
  };
}
