import { ACTION_KEYS } from './action-matches.js';
import type { RuleMap, TreeRule } from './rule.js';

/** Whether a rule looks at UI hierarchies, and so judges nothing on screens without. */
export function readsHierarchy(rule: TreeRule): boolean {
  switch (rule.type) {
    case 'rule':
      return rule.evaluators.some(readsHierarchy);
    case 'stoppage':
    case 'findelement':
    case 'findelementbyaction':
      return true;
    case 'findaction':
      return asksElement(rule.match_rules) || asksElement(rule.check_rules);
    case 'lastaction':
      return asksElement(rule.check_rules);
    default:
      return rule satisfies never;
  }
}

function asksElement(rules: RuleMap): boolean {
  return Object.keys(rules).some((name) => !ACTION_KEYS.has(name));
}
