import { nodeMatches, type MatchType } from '../../domain/hierarchy/find-node.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { RuleMap } from './rule.js';
import type { TraceStep } from './trace.js';

/** Rules without `activity`, which is no attribute of a node, and the activity they ask for. */
export function withoutActivity(rules: RuleMap): { rules: RuleMap; activity: string | undefined } {
  if (!Object.hasOwn(rules, 'activity')) return { rules, activity: undefined };
  const { activity, ...others } = rules;
  return { rules: others, activity };
}

/** Whether a node passes a check; `activity` is compared with its page's activity, exactly under both match types. */
export function nodePasses(
  node: UiNode,
  check: { readonly check_rules: RuleMap; readonly check_type: MatchType },
  page: TraceStep,
): boolean {
  const { rules, activity } = withoutActivity(check.check_rules);
  if (activity !== undefined && page.activity !== activity) return false;
  return nodeMatches(node, rules, check.check_type);
}
