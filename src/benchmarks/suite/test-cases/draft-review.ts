import { UserError } from '../../../errors.js';
import {
  ExpectationSchema,
  claimsExpectation,
  isOpen,
} from '../../../evaluators/expectations/expectation.js';
import { ruleText } from '../../../evaluators/tree-rules/rule-text.js';
import type { DraftTask, OpenExpectation } from '../../../formats/results/review-report.js';
import type { SuiteObject, TaskObject } from './suite-object.js';

/** How a note begins that a review has left; imports take it for one of a person. */
const REJECTED = 'rejected in review';

/** What somebody says of a draft. Expectations are named by their number within the task. */
export type ReviewAnswer =
  | {
      readonly type: 'accept' | 'reject';
      readonly numbers: readonly number[] | null;
      readonly reason?: string;
    }
  | { readonly type: 'not_checked'; readonly number: number; readonly reason: string }
  | { readonly type: 'goal'; readonly text: string };

/** Tasks of a suite with an expectation that nobody has confirmed, in its order. */
export function draftTasks(suite: SuiteObject): readonly DraftTask[] {
  return suite.tasks.flatMap((task) => {
    const expectations = openExpectations(task);
    return expectations.length === 0 ? [] : [draftOf(task, suite, expectations)];
  });
}

/** Whether somebody has yet to look at it: a rejected proposal waits for an editor, not for a review. */
export function waitsForReview({ expectations }: DraftTask): boolean {
  return expectations.some(({ status }) => status === 'draft' || status === 'unfinished');
}

/**
 * The suite with the answer to one of its drafts, and the numbers of the expectations that it changed.
 *
 * @throws {UserError} for a task or an expectation that does not wait for this answer
 */
export function answerDraft(
  suite: SuiteObject,
  id: string,
  answer: ReviewAnswer,
): { readonly suite: SuiteObject; readonly numbers: readonly number[] } {
  const index = suite.tasks.findIndex((task) => task['id'] === id);
  const task = suite.tasks[index];
  if (task === undefined) throw unknownTask(id, suite);
  const changed = answer.type === 'goal' ? withGoal(task, answer.text, suite) : withAnswer(task, id, answer);
  return { suite: { ...suite, tasks: suite.tasks.with(index, changed.task) }, numbers: changed.numbers };
}

interface Changed {
  readonly task: TaskObject;
  readonly numbers: readonly number[];
}

function withGoal(task: TaskObject, text: string, suite: SuiteObject): Changed {
  const language = goalOf(task, suite)?.language ?? suite.languages[0] ?? 'en';
  const instructions = { ...(task['instructions'] as object | undefined), [language]: text };
  return { task: { ...task, instructions }, numbers: [] };
}

function withAnswer(
  task: TaskObject,
  id: string,
  answer: Exclude<ReviewAnswer, { readonly type: 'goal' }>,
): Changed {
  const named = answer.type === 'not_checked' ? [answer.number] : answer.numbers;
  const open = openExpectations(task);
  for (const number of named ?? []) {
    const one = open.find((expectation) => expectation.number === number);
    const fits = answer.type === 'not_checked' ? one !== undefined : one?.status === 'draft';
    if (!fits) throw notWaiting(id, number, open);
  }
  const numbers = named ?? open.filter(({ status }) => status === 'draft').map(({ number }) => number);
  let number = 0;
  const evaluators = entriesOf(task).map((entry) => {
    if (!claimsExpectation(entry)) return entry;
    number += 1;
    const read = ExpectationSchema.safeParse(entry);
    if (!numbers.includes(number) || !read.success) return entry;
    const kept = Object.entries(read.data).filter(([name]) => name !== 'note' && name !== 'was');
    return answered(Object.fromEntries(kept), answer);
  });
  return { task: { ...task, evaluators }, numbers };
}

function answered(
  expectation: Readonly<Record<string, unknown>>,
  answer: Exclude<ReviewAnswer, { readonly type: 'goal' }>,
): Readonly<Record<string, unknown>> {
  const { rule, ...words } = expectation;
  switch (answer.type) {
    case 'accept':
      return { ...words, status: 'ready', rule };
    case 'reject': {
      const why = answer.reason === undefined ? '' : ` (${answer.reason})`;
      const note = `${REJECTED}${why}: write a "rule" and set this to "ready", or to "not_checked" with a "reason"`;
      return { ...words, status: 'unfinished', note };
    }
    case 'not_checked':
      return { ...words, status: 'not_checked', reason: answer.reason };
    default:
      return answer satisfies never;
  }
}

function draftOf(task: TaskObject, suite: SuiteObject, expectations: OpenExpectation[]): DraftTask {
  const testCase = (task['testCase'] ?? {}) as { title?: unknown; preconditions?: unknown };
  const apps = Array.isArray(task['apps']) ? (task['apps'] as readonly unknown[]).map(String) : [];
  return {
    id: String(task['id']),
    title: textOr(testCase.title, ''),
    goal: goalOf(task, suite),
    apps,
    start: textOr(task['start'], null),
    preconditions: textOr(testCase.preconditions, null),
    expectations,
  };
}

/** In the first of the suite's languages that it has. */
function goalOf(task: TaskObject, suite: SuiteObject): DraftTask['goal'] {
  const instructions = task['instructions'];
  if (typeof instructions !== 'object' || instructions === null) return null;
  const texts = new Map<string, unknown>(Object.entries(instructions));
  const language = [...suite.languages, ...texts.keys()].find((one) => typeof texts.get(one) === 'string');
  return language === undefined ? null : { language, text: String(texts.get(language)) };
}

function openExpectations(task: TaskObject): OpenExpectation[] {
  return entriesOf(task)
    .filter(claimsExpectation)
    .flatMap((entry, index): OpenExpectation[] => {
      const number = index + 1;
      const read = ExpectationSchema.safeParse(entry);
      if (!read.success) {
        const expected = textOr((entry as { expected?: unknown }).expected, '');
        return [{ number, step: null, expected, status: 'broken', rule: null, note: null }];
      }
      const { data } = read;
      if (!isOpen(data)) return [];
      const isRejected = data.status === 'unfinished' && data.note?.startsWith(REJECTED) === true;
      return [
        {
          number,
          step: data.step ?? null,
          expected: data.expected,
          status: isRejected ? 'rejected' : data.status === 'draft' ? 'draft' : 'unfinished',
          rule: data.status === 'draft' ? ruleText(data.rule) : null,
          note: data.note ?? null,
        },
      ];
    });
}

function entriesOf(task: TaskObject): readonly unknown[] {
  return Array.isArray(task['evaluators']) ? (task['evaluators'] as readonly unknown[]) : [];
}

function textOr<T>(value: unknown, other: T): string | T {
  return typeof value === 'string' ? value : other;
}

function unknownTask(id: string, suite: SuiteObject): UserError {
  const waiting = draftTasks(suite).map((draft) => draft.id);
  const shown = waiting.slice(0, 12).join(', ');
  return new UserError(`the suite has no task "${id}"`, {
    hint: waiting.length === 0 ? 'No task waits for a review.' : `Tasks that wait: ${shown}.`,
  });
}

function notWaiting(id: string, number: number, open: readonly OpenExpectation[]): UserError {
  const shown = open.map((one) => `${id}#${one.number} (${one.status})`).join(', ');
  return new UserError(`${id}#${number} does not wait for this answer`, {
    hint: open.length === 0 ? 'Nothing of this task waits.' : `Of this task wait: ${shown}.`,
  });
}
