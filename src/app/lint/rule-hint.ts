import { RULES } from '../../lint/rules.js';

/** What to do about a finding of a rule; empty where nothing is known. */
export function ruleHint(rule: string): string {
  return RULES.get(rule)?.hint ?? '';
}
