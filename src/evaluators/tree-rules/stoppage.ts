import { findNode } from '../../domain/hierarchy/find-node.js';
import { nodePasses } from './node-passes.js';
import type { StoppageRule } from './rule.js';
import type { TraceEntry } from './trace.js';
import { notFound, WindowCutFault, windowCut, type RuleOptions, type Verdict } from './verdict.js';

/** The page of the last step has a node that matches, and the first such node passes the check. */
export async function stoppage(
  rule: StoppageRule,
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<Verdict> {
  const index = entries.length - 2;
  const page = entries[index];
  if (page === undefined) return notFound('there is no last page');
  if (page.type === 'action') {
    return windowCut(
      new WindowCutFault('KeyError', 'the window ends with a page, not with an action'),
      options,
    );
  }
  const node = findNode(await page.step.hierarchy(), rule.match_rules, rule.match_type);
  if (node === undefined) return { holds: false, index, reason: 'no node of the last page matches' };
  return nodePasses(node, rule, page.step)
    ? { holds: true, index, reason: 'a node of the last page matches and passes' }
    : { holds: false, index, reason: 'the first node that matches on the last page fails the check' };
}
