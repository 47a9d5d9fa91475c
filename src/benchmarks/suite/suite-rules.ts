import { nearestName } from '../../domain/text/nearest-name.js';
import { quoteText } from '../../domain/text/quote-text.js';
import { namedEvaluator, type NamedEvaluator } from '../../domain/named-evaluator.js';
import { everyMilestone } from '../../domain/milestones/milestone.js';
import type { Task } from '../../domain/task.js';
import { DatasetError } from '../../errors.js';
import {
  claimsExpectation,
  ExpectationSchema,
  isOpen,
  type Expectation,
} from '../../evaluators/expectations/expectation.js';
import { parseTreeRules, type TreeRule } from '../../evaluators/tree-rules/rule.js';

/** A task waits for somebody to write or confirm the rules of its test case; it must not be scored before. */
export class ExpectationOpenError extends DatasetError {
  override readonly code = 'EXPECTATION_OPEN';
}

/** One entry of a task's evaluators: a rule by itself, what a test case expects, or neither. */
export type SuiteEntry =
  | { readonly type: 'rule'; readonly rule: TreeRule }
  | { readonly type: 'expectation'; readonly expectation: Expectation }
  /** An evaluator of a plug-in, by name, with what the task says of it. */
  | { readonly type: 'named'; readonly named: NamedEvaluator }
  | {
      readonly type: 'broken';
      /** Way to what is wrong, within the entry. */
      readonly path: readonly (string | number)[];
      readonly message: string;
    };

/** What decides a task besides its milestones. */
export interface SuiteRules {
  readonly rules: readonly TreeRule[];
  readonly named: readonly NamedEvaluator[];
  /** Expectations left out on purpose. */
  readonly notChecked: readonly (Expectation & { status: 'not_checked' })[];
}

/** The entries of a task's evaluators, one by one; nothing is thrown. */
export function suiteEntries(task: Pick<Task, 'evaluators' | 'milestones'>): readonly SuiteEntry[] {
  const milestones = milestoneIds(task);
  return task.evaluators.map((entry): SuiteEntry => {
    const named = namedEvaluator(entry);
    if (named !== null) return { type: 'named', named };
    if (!claimsExpectation(entry)) return ruleEntry(entry);
    const result = ExpectationSchema.safeParse(entry);
    if (!result.success) {
      const [issue] = result.error.issues;
      const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
      return { type: 'broken', path, message: issue?.message ?? 'this is no expectation' };
    }
    const expectation = result.data;
    if (expectation.status === 'milestone' && !milestones.has(expectation.milestone)) {
      const message = `the task has no milestone "${expectation.milestone}"`;
      return { type: 'broken', path: ['milestone'], message };
    }
    return { type: 'expectation', expectation };
  });
}

/**
 * The rules of a task that count.
 *
 * @throws {ExpectationOpenError} when expectations have no rule that somebody has confirmed
 * @throws {DatasetError} when an entry is broken, or nothing is left to judge the task by
 */
export function suiteRules(task: Task): SuiteRules {
  for (const demand of demandRules(task)) checkDemandRule(task, demand);
  const rules: TreeRule[] = [];
  const notChecked: (Expectation & { status: 'not_checked' })[] = [];
  const named: NamedEvaluator[] = [];
  const open: Expectation[] = [];
  for (const [index, entry] of suiteEntries(task).entries()) {
    switch (entry.type) {
      case 'rule':
        rules.push(entry.rule);
        break;
      case 'named':
        named.push(entry.named);
        break;
      case 'expectation': {
        const { expectation } = entry;
        if (isOpen(expectation)) open.push(expectation);
        else if (expectation.status === 'ready') rules.push(expectation.rule);
        else if (expectation.status === 'not_checked') notChecked.push(expectation);
        break;
      }
      case 'broken':
        throw new DatasetError(`evaluator ${index + 1} is broken: ${entry.message}`, {
          place: { file: `task ${task.id}`, path: ['evaluators', index, ...entry.path] },
          hint: 'Compare it with docs/test-cases.md; `touchstone lint` shows its line.',
        });
      default:
        entry satisfies never;
    }
  }
  const [first] = open;
  if (first !== undefined) {
    const what = open.length === 1 ? '1 expectation waits' : `${open.length} expectations wait`;
    throw new ExpectationOpenError(
      `task "${task.id}": ${what} for a rule that somebody has confirmed, first ${quoteText(first.expected)}`,
      {
        hint: '`touchstone tasks review FOLDER` shows each and asks; docs/test-cases.md says how rules are finished.',
      },
    );
  }
  if (rules.length + named.length === 0 && task.evaluators.length > 0 && task.milestones.length === 0) {
    throw new DatasetError(`task "${task.id}": nothing that its test case expects is checked`, {
      hint: 'Write a rule for one of its expectations at least, or a milestone.',
    });
  }
  return { rules, named, notChecked };
}

/** A rule among the preconditions, prohibitions or obligations of a task. */
export interface DemandRule {
  readonly rule: unknown;
  readonly path: readonly (string | number)[];
  /** Only the start screen is there to look at. */
  readonly isOnStart: boolean;
}

/** The rules among a task's demands, with the way to each within the task. */
export function demandRules(task: Task): readonly DemandRule[] {
  const { preconditions = [], prohibitions = [], obligations = [] } = task;
  const lists = Object.entries({ preconditions, prohibitions, obligations });
  return lists.flatMap(([field, list]) =>
    list.flatMap((one, index) =>
      one.type === 'rule'
        ? [{ rule: one.rule, path: [field, index, 'rule'], isOnStart: field === 'preconditions' }]
        : [],
    ),
  );
}

/** Why a rule among demands cannot be used, and where within it; null where it can. */
export function whyBroken({
  rule,
  isOnStart,
}: DemandRule): { readonly path: readonly (string | number)[]; readonly message: string } | null {
  const entry = ruleEntry(rule);
  if (entry.type === 'broken') return { path: entry.path, message: `the rule is broken: ${entry.message}` };
  if (!isOnStart || entry.type !== 'rule' || !asksForActions(entry.rule)) return null;
  const message =
    'a precondition is about the start screen, and its rule is about actions; use stoppage or findelement';
  return { path: [], message };
}

/** @throws {DatasetError} when the rule is broken, or is about actions where there are none */
function checkDemandRule({ id }: Task, demand: DemandRule): void {
  const wrong = whyBroken(demand);
  if (wrong === null) return;
  throw new DatasetError(wrong.message, {
    place: { file: `task ${id}`, path: [...demand.path, ...wrong.path] },
    hint: 'Compare it with docs/tree-rules.md and docs/live-tasks.md; `touchstone lint` shows its line.',
  });
}

function asksForActions(rule: TreeRule): boolean {
  if (rule.type === 'rule') return rule.evaluators.some(asksForActions);
  return rule.type !== 'stoppage' && rule.type !== 'findelement';
}

/**
 * Why a task cannot be scored, as a sentence; null when it can.
 *
 * @param evaluators those of plug-ins; undefined where they are not checked
 */
export function whyUnscorable(task: Task, evaluators?: ReadonlyMap<string, unknown>): string | null {
  try {
    const missing = suiteRules(task).named.find(({ evaluator }) => evaluators?.has(evaluator) === false);
    return missing === undefined
      ? null
      : `task "${task.id}" names the evaluator "${missing.evaluator}", and no plug-in has it; ${whatToDo(missing.evaluator, evaluators)}`;
  } catch (error) {
    if (error instanceof DatasetError) return error.message;
    throw error;
  }
}

/** A slip is repaired in the suite; anything else takes the plug-in that has it. */
function whatToDo(missing: string, evaluators: ReadonlyMap<string, unknown> | undefined): string {
  const nearest = nearestName(missing, evaluators?.keys() ?? []);
  return nearest === null
    ? 'start a new run that names one with --plugin'
    : `did you mean "${nearest}"? Else start a new run that names the plug-in with --plugin`;
}

function ruleEntry(entry: unknown): SuiteEntry {
  try {
    const [rule] = parseTreeRules([entry], 'task');
    if (rule !== undefined) return { type: 'rule', rule };
    return { type: 'broken', path: [], message: 'this is no rule' };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const [, ...path] = error.place?.path ?? [];
    return { type: 'broken', path, message: error.message.replace(/^task(?: at \S+)?: /, '') };
  }
}

function milestoneIds(task: Pick<Task, 'milestones'>): ReadonlySet<string> {
  return new Set(everyMilestone(task.milestones).map(({ id }) => id));
}
