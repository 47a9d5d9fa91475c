import { actionMatches } from './action-matches.js';
import type { FindActionRule } from './rule.js';
import type { TraceEntry } from './trace.js';
import { notFound, type RuleOptions, type Verdict } from './verdict.js';

/** The first action that matches passes the check; corrected: some action that matches does. */
export async function findAction(
  rule: FindActionRule,
  entries: readonly TraceEntry[],
  options: RuleOptions,
): Promise<Verdict> {
  let failed: Verdict | null = null;
  let index = -1;
  for (const entry of entries) {
    index += 1;
    if (entry.type !== 'action') continue;
    if (!(await actionMatches(entry.step, rule.match_rules, rule.match_type, options))) continue;
    if (await actionMatches(entry.step, rule.check_rules, rule.check_type, options)) {
      return { holds: true, index, reason: 'an action matches and passes' };
    }
    failed ??= { holds: false, index, reason: 'the first action that matches fails the check' };
    if (options.mode === 'reference') return failed;
  }
  return failed ?? notFound('no action matches');
}
