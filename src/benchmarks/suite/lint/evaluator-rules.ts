import { ruleDoubts } from '../rule-doubts.js';
import { demandRules, suiteEntries, whyBroken } from '../suite-rules.js';
import { screensWithoutHierarchy, someNames, taskReadsHierarchies } from '../hierarchy-warning.js';
import type { WorldPages } from '../test-cases/world-pages.js';
import type { Finding } from '../../../domain/finding.js';
import type { Graph } from '../../../domain/graph/graph.js';
import { quoteText } from '../../../domain/text/quote-text.js';
import type { Task } from '../../../domain/task.js';
import { found } from '../../../lint/rules.js';
import type { TasksSubject } from '../../../lint/task-subject.js';

type Rule = Parameters<typeof ruleDoubts>[0];

/**
 * Evaluators of a suite's tasks that have the wrong shape or can never hold, and expectations of test cases that wait for
 * somebody.
 *
 * @param tasks those of the subject, in its order
 * @param pages what rules are tried on; null where there are none
 */
export function lintEvaluators(
  subject: TasksSubject,
  tasks: readonly Task[],
  pages: WorldPages | null,
): Finding[] {
  return tasks.flatMap((task, index) => {
    const path = subject.tasks[index]?.path ?? ['tasks', index];
    return [
      ...lintTask(task, { file: subject.file, path: [...path, 'evaluators'], pages }),
      ...lintDemands(task, { file: subject.file, path, pages }),
    ];
  });
}

/** Rules of preconditions, prohibitions and obligations that are broken, or ask for what no page has. */
function lintDemands(task: Task, { file, path, pages }: TaskPlace): Finding[] {
  return demandRules(task).flatMap((demand): Finding[] => {
    const where = { file, path: [...path, ...demand.path], subjects: [task.id] };
    const of = `task ${task.id}, ${demand.path.slice(0, 2).join(' ')}`;
    const wrong = whyBroken(demand);
    if (wrong !== null) {
      return [
        found('task/broken-rule', {
          ...where,
          path: [...where.path, ...wrong.path],
          message: `${of}: ${wrong.message}`,
        }),
      ];
    }
    // It has just been read as one.
    const doubts = pages === null ? [] : ruleDoubts(demand.rule as Rule, pages);
    return doubts.map(({ type, message, hint, path: way }) =>
      found(type === 'unknown-attribute' ? 'task/unknown-attribute' : 'task/rule-never-holds', {
        ...where,
        path: [...where.path, ...way],
        message: `${of}: ${message}`,
        ...(hint === undefined ? {} : { hint }),
      }),
    );
  });
}

/** Tasks whose rules read UI hierarchies where no screen has one. */
export function lintHierarchies(subject: TasksSubject, tasks: readonly Task[], graph: Graph): Finding[] {
  const { without, hasSome } = screensWithoutHierarchy(graph);
  if (hasSome) return [];
  return tasks.flatMap((task, index) => {
    if (!taskReadsHierarchies(task)) return [];
    const path = [...(subject.tasks[index]?.path ?? ['tasks', index]), 'evaluators'];
    const message = `task ${task.id}: its rules read UI hierarchies, and no screen has one: ${someNames(without)}`;
    return [found('task/no-hierarchies', { file: subject.file, path, subjects: [task.id], message })];
  });
}

interface TaskPlace {
  readonly file: string;
  readonly path: readonly (string | number)[];
  readonly pages: WorldPages | null;
}

function lintTask(task: Task, { file, path, pages }: TaskPlace): Finding[] {
  return suiteEntries(task).flatMap((entry, index): Finding[] => {
    const where = { file, path: [...path, index], subjects: [task.id] };
    const doubts = (rule: Rule, of: string, at: readonly string[]): Finding[] =>
      (pages === null ? [] : ruleDoubts(rule, pages)).map(({ type, message, hint, path: way }) =>
        found(type === 'unknown-attribute' ? 'task/unknown-attribute' : 'task/rule-never-holds', {
          ...where,
          path: [...where.path, ...at, ...way],
          message: `${of}: ${message}`,
          ...(hint === undefined ? {} : { hint }),
        }),
      );
    if (entry.type === 'rule') return doubts(entry.rule, `task ${task.id}, evaluator ${index + 1}`, []);
    if (entry.type === 'broken') {
      const field = entry.path.length === 0 ? '' : `, ${entry.path.join('.')}`;
      const message = `task ${task.id}, evaluator ${index + 1}${field}: ${entry.message}`;
      return [found('task/broken-rule', { ...where, path: [...where.path, ...entry.path], message })];
    }
    // Whoever brings an evaluator knows what it takes.
    if (entry.type === 'named') return [];
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
        return doubts(expectation.rule, `${of}: the rule for ${quoteText(expected)}`, ['rule']);
      case 'milestone':
        return [];
      default:
        return expectation satisfies never;
    }
  });
}
