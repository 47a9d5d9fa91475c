import { suiteEntries } from '../../benchmarks/suite/suite-rules.js';
import type { Finding } from '../../domain/finding.js';
import { quoteText } from '../../domain/quote-text.js';
import type { Task } from '../../domain/task.js';
import { found } from '../rules.js';
import type { TasksSubject } from '../task-subject.js';

/**
 * Evaluators of a suite's tasks that have the wrong shape, and expectations of test cases that wait for somebody.
 *
 * @param tasks those of the subject, in its order
 */
export function lintEvaluators(subject: TasksSubject, tasks: readonly Task[]): Finding[] {
  return tasks.flatMap((task, index) => {
    const path = subject.tasks[index]?.path ?? ['tasks', index];
    return lintTask(task, subject.file, [...path, 'evaluators']);
  });
}

function lintTask(task: Task, file: string, path: readonly (string | number)[]): Finding[] {
  return suiteEntries(task).flatMap((entry, index): Finding[] => {
    const where = { file, path: [...path, index], subjects: [task.id] };
    if (entry.type === 'rule') return [];
    if (entry.type === 'broken') {
      const field = entry.path.length === 0 ? '' : `, ${entry.path.join('.')}`;
      const message = `task ${task.id}, evaluator ${index + 1}${field}: ${entry.message}`;
      return [found('task/broken-rule', { ...where, path: [...where.path, ...entry.path], message })];
    }
    const { expectation } = entry;
    const { step, expected, note, was } = expectation;
    const of = `task ${task.id}${step === undefined ? '' : `, step ${step}`}`;
    const noted = [
      ...(was === undefined ? [] : [`it was ${quoteText(was)} when the rule was written`]),
      ...(note === undefined ? [] : [note]),
    ].join('; ');
    const more = noted === '' ? '' : ` (${noted})`;
    switch (expectation.status) {
      case 'unfinished':
        return [
          found('task/unfinished-expectation', {
            ...where,
            message: `${of}: no rule checks ${quoteText(expected)}${more}`,
          }),
        ];
      case 'draft':
        return [
          found('task/draft-expectation', {
            ...where,
            message: `${of}: the rule for ${quoteText(expected)} is a draft${more}`,
          }),
        ];
      case 'not_checked':
        return [
          found('task/unchecked-expectation', {
            ...where,
            message: `${of}: ${quoteText(expected)} is not checked: ${expectation.reason}`,
          }),
        ];
      case 'ready':
      case 'milestone':
        return [];
      default:
        return expectation satisfies never;
    }
  });
}
