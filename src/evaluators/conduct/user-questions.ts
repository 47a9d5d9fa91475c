import type { Score } from '../../domain/score.js';
import type { Task } from '../../domain/task.js';
import type { Trajectory } from '../../domain/trajectory.js';

/** How often a user was asked, and how often the task had a reply for the question. */
export interface UserQuestions {
  readonly asked: number;
  readonly known: number;
  /** Steps that asked, from 0. */
  readonly steps: readonly number[];
}

/** Counts the questions to the user. */
export function userQuestions({ steps }: Trajectory): UserQuestions {
  const asking = steps.flatMap(({ transition }, index) =>
    transition?.reply === undefined ? [] : [{ index, isKnown: transition.reply.isKnown }],
  );
  return {
    asked: asking.length,
    known: asking.filter(({ isKnown }) => isKnown).length,
    steps: asking.map(({ index }) => index),
  };
}

/**
 * Share of the questions to the user that the task has a reply for. It decides nothing of the task. Null for tasks without a
 * user.
 */
export function questionsScore(task: Task, trajectory: Trajectory): Score | null {
  if (task.user === undefined) return null;
  const { asked, known, steps } = userQuestions(trajectory);
  if (asked === 0) return { status: 'not_applicable', reason: 'the user was asked nothing' };
  return {
    status: 'scored',
    value: known / asked,
    explanation: `${asked === 1 ? '1 question was' : `${asked} questions were`} asked; the user has a reply to ${known} of them`,
    steps: [...steps],
    details: { asked, known },
  };
}
