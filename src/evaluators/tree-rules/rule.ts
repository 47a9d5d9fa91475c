import { z } from 'zod';
import { DatasetError } from '../../errors.js';

/** Attribute, `action_type`, `message` or `activity` → expected string, raw and case-sensitive. */
export const RuleMapSchema = z.record(z.string(), z.string());
const MatchTypeSchema = z
  .enum(['equal', 'include'])
  .describe('"equal": values are the same; "include": the value expected is a part of the one found.');

const check = { check_type: MatchTypeSchema, check_rules: RuleMapSchema };
const match = { match_type: MatchTypeSchema, match_rules: RuleMapSchema };

/** A node of the last page is found and passes a check. */
const StoppageSchema = z
  .strictObject({
    type: z.literal('stoppage').describe('On the last page a node matches and passes the check.'),
    ...match,
    ...check,
  })
  .refine((rule) => !Object.hasOwn(rule.match_rules, 'activity'), {
    message: 'stoppage looks at one page only: "activity" belongs into check_rules',
    path: ['match_rules', 'activity'],
  });
/** The action before the last one passes a check. */
const LastActionSchema = z.strictObject({
  type: z.literal('lastaction').describe('The action before the last one passes the check.'),
  ...check,
});
/** The first action that matches passes a check. */
const FindActionSchema = z.strictObject({
  type: z.literal('findaction').describe('Some action matches and passes the check.'),
  ...match,
  ...check,
});
/** The first node that matches, on the first page that has one, passes a check. */
const FindElementSchema = z.strictObject({
  type: z.literal('findelement').describe('On some page a node matches and passes the check.'),
  ...match,
  ...check,
});
/** A node on the page of the first action that matches passes a check. */
const FindElementByActionSchema = z.strictObject({
  type: z
    .literal('findelementbyaction')
    .describe('On the page of an action that matches, a node matches and passes the check.'),
  action_match_type: MatchTypeSchema,
  action_match_rules: RuleMapSchema,
  element_match_type: MatchTypeSchema,
  element_match_rules: RuleMapSchema,
  ...check,
});

export type RuleMap = z.infer<typeof RuleMapSchema>;
export type StoppageRule = z.infer<typeof StoppageSchema>;
export type LastActionRule = z.infer<typeof LastActionSchema>;
export type FindActionRule = z.infer<typeof FindActionSchema>;
export type FindElementRule = z.infer<typeof FindElementSchema>;
export type FindElementByActionRule = z.infer<typeof FindElementByActionSchema>;

/** Several rules, and how they must follow each other. */
export interface OrderRule {
  type: 'rule';
  order: 'sequential' | 'consecutive' | 'present';
  evaluators: TreeRule[];
}

/** One assertion about a trajectory. Source: SPHINX's `evaluator.json`. */
export type TreeRule =
  | StoppageRule
  | LastActionRule
  | FindActionRule
  | FindElementRule
  | FindElementByActionRule
  | OrderRule;

const OrderSchema: z.ZodObject<{
  type: z.ZodLiteral<'rule'>;
  order: z.ZodEnum<{ sequential: 'sequential'; consecutive: 'consecutive'; present: 'present' }>;
  evaluators: z.ZodArray<z.ZodType<TreeRule>>;
}> = z.strictObject({
  type: z.literal('rule').describe('Several rules, and how they follow each other.'),
  order: z.enum(['sequential', 'consecutive', 'present']),
  get evaluators() {
    return z.array(TreeRuleSchema);
  },
});

/** Source: SPHINX reference code, trajectory evaluators. */
export const TreeRuleSchema: z.ZodType<TreeRule> = z.discriminatedUnion('type', [
  StoppageSchema,
  LastActionSchema,
  FindActionSchema,
  FindElementSchema,
  FindElementByActionSchema,
  OrderSchema,
]);

/** A task's rules, all of which must hold. Without any, every trajectory would pass. */
export const TreeRulesSchema = z.array(TreeRuleSchema).min(1, 'a task needs at least one evaluator rule');

/** Deepest nesting of JSON values in a list of rules that is read: some 16 rules within each other. */
export const MAX_RULE_DEPTH = 32;

/**
 * The rules of a task, checked as a whole before anything is evaluated.
 *
 * @param file names the task or its file in errors
 * @throws {DatasetError} naming file and entry
 */
export function parseTreeRules(value: unknown, file: string): TreeRule[] {
  if (nestsDeeper(value, MAX_RULE_DEPTH)) {
    throw new DatasetError(`evaluator rules nested more than ${MAX_RULE_DEPTH} levels deep`, {
      place: { file },
      hint: 'Take rules that hold only rules of the same order apart.',
    });
  }
  const result = TreeRulesSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new DatasetError(issue?.message ?? 'not a list of evaluator rules', {
    place: {
      file,
      path: (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part))),
    },
    hint: 'Compare the entry with docs/tree-rules.md.',
  });
}

/** Level by level, so that no depth can exhaust the stack. */
function nestsDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
