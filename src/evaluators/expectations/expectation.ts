import { z } from 'zod';
import { TreeRuleSchema } from '../tree-rules/rule.js';

const written = {
  type: z.literal('expectation').describe('What a written test case expects.'),
  step: z.int().positive().optional().describe('Step of the test case it belongs to, from 1.'),
  expected: z
    .string()
    .min(1)
    .describe('What is to be seen, as written. Leave it as it is: it is how the test case is found again.'),
  note: z.string().optional().describe('What to look at before this is ready.'),
  was: z
    .string()
    .optional()
    .describe('What stood here when the rule was written; remove it once the rule fits again.'),
};

/** Somebody has confirmed the rule: it counts. */
const ReadySchema = z.strictObject({
  ...written,
  status: z.literal('ready').describe('The rule says what is expected; it counts.'),
  rule: TreeRuleSchema,
});
/** A rule was proposed and nobody has confirmed it. */
const DraftSchema = z.strictObject({
  ...written,
  status: z.literal('draft').describe('Proposed: the task is not scored before somebody sets it to "ready".'),
  rule: TreeRuleSchema,
});
/** There is no rule yet. */
const UnfinishedSchema = z.strictObject({
  ...written,
  status: z
    .literal('unfinished')
    .describe('Write a "rule" and set this to "ready", or to "not_checked" with a "reason".'),
});
/** A milestone of the task stands for it. */
const MilestoneSchema = z.strictObject({
  ...written,
  status: z.literal('milestone').describe('A milestone of the task checks it.'),
  milestone: z.string().min(1).describe('Id of that milestone.'),
});
/** Screens and actions cannot show it, for a stated reason. */
const NotCheckedSchema = z.strictObject({
  ...written,
  status: z.literal('not_checked').describe('Left out of the score, on purpose.'),
  reason: z.string().min(1).describe('Why it cannot be checked, such as "it is a sound".'),
});

/**
 * What a written test case expects, word for word, and how far the rule that checks it has come. A task is scored only when
 * none of its expectations is `unfinished` or a `draft`.
 */
export const ExpectationSchema = z.discriminatedUnion('status', [
  ReadySchema,
  DraftSchema,
  UnfinishedSchema,
  MilestoneSchema,
  NotCheckedSchema,
]);
export type Expectation = z.infer<typeof ExpectationSchema>;

/** Whether somebody still has to write or confirm its rule. */
export function isOpen(expectation: Expectation): boolean {
  return expectation.status === 'unfinished' || expectation.status === 'draft';
}

/** Whether an entry of a task's evaluators claims to be an expectation, in any shape. */
export function claimsExpectation(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'type' in entry && entry.type === 'expectation';
}
