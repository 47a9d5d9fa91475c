import { findNode, nodeMatches } from '../../domain/hierarchy/find-node.js';
import { nodePasses, withoutActivity } from './node-passes.js';
import type { FindElementRule } from './rule.js';
import type { TraceEntry } from './trace.js';
import { notFound, type RuleOptions, type Verdict } from './verdict.js';

/**
 * On the first page that has a node that matches, the first such node passes the check; corrected: some node that matches
 * on some page does. Pages of another activity than the one asked for are passed over.
 */
export async function findElement(
  rule: FindElementRule,
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<Verdict> {
  const { rules, activity } = withoutActivity(rule.match_rules);
  let failed: Verdict | null = null;
  let index = -1;
  for (const { type, step } of entries) {
    index += 1;
    if (type !== 'page' || (activity !== undefined && step.activity !== activity)) continue;
    const hierarchy = await step.hierarchy();
    const first = findNode(hierarchy, rules, rule.match_type);
    if (first === undefined) continue;
    const passes =
      nodePasses(first, rule, step) ||
      (options.mode === 'corrected' &&
        hierarchy.nodes.some(
          (node) => nodeMatches(node, rules, rule.match_type) && nodePasses(node, rule, step),
        ));
    if (passes) return { holds: true, index, reason: 'a node matches and passes' };
    failed ??= { holds: false, index, reason: 'the first node that matches fails the check' };
    if (options.mode === 'reference') return failed;
  }
  return failed ?? notFound('no node of any page matches');
}
