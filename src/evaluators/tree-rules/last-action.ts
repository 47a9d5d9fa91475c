import { actionMatches } from './action-matches.js';
import type { LastActionRule } from './rule.js';
import type { TraceEntry } from './trace.js';
import { notFound, WindowCutFault, windowCut, type RuleOptions, type Verdict } from './verdict.js';

/** The action before the final one, which is taken to be the stop, passes the check. */
export async function lastAction(
  rule: LastActionRule,
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<Verdict> {
  const index = entries.length - 3;
  const action = entries[index];
  if (action === undefined) return notFound('there is no action before the final one');
  if (action.type === 'page') {
    return windowCut(new WindowCutFault('AttributeError', 'the window starts with a page'), options);
  }
  return (await actionMatches(action.step, rule.check_rules, rule.check_type, options))
    ? { holds: true, index, reason: 'the action before the final one passes' }
    : { holds: false, index, reason: 'the action before the final one fails the check' };
}
