import { findNode, nodeMatches } from '../../domain/hierarchy/find-node.js';
import { actionMatches } from './action-matches.js';
import type { FindElementByActionRule } from './rule.js';
import type { TraceEntry } from './trace.js';
import { notFound, type RuleOptions, type Verdict } from './verdict.js';

/**
 * On the page of the first action that matches, as it was before the action, the first node that matches passes the
 * check; corrected: some node does, on the page of some action that matches. `activity` has no special meaning here.
 */
export async function findElementByAction(
  rule: FindElementByActionRule,
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<Verdict> {
  let failed: Verdict | null = null;
  for (const [index, { type, step }] of entries.entries()) {
    if (type !== 'action') continue;
    if (!(await actionMatches(step, rule.action_match_rules, rule.action_match_type, options))) continue;
    const hierarchy = await step.hierarchy();
    const first = findNode(hierarchy, rule.element_match_rules, rule.element_match_type);
    const candidates = options.mode === 'corrected' ? hierarchy.nodes : first === undefined ? [] : [first];
    const passes = candidates.some(
      (node) =>
        nodeMatches(node, rule.element_match_rules, rule.element_match_type) &&
        nodeMatches(node, rule.check_rules, rule.check_type),
    );
    if (passes) return { holds: true, index, reason: 'a node on the page of an action that matches passes' };
    const why =
      first === undefined ? 'has no node that matches' : 'has a first matching node that fails the check';
    failed ??= { holds: false, index, reason: `the page of the first action that matches ${why}` };
    if (options.mode === 'reference') return failed;
  }
  return failed ?? notFound('no action matches');
}
