import type { FindElementRule, RuleMap, StoppageRule, TreeRule } from './rule.js';

const ORDERS = {
  sequential: 'in this order',
  consecutive: 'one right after the other',
  present: 'all',
} as const;

/** A rule as a phrase: `on some page an element whose text is "Dark", checked is "true"`. */
export function ruleText(rule: TreeRule): string {
  switch (rule.type) {
    case 'findelement':
      return pageText('some page', rule);
    case 'stoppage':
      return pageText('the last page', rule);
    case 'findaction':
      return `an action whose ${mapText(rule.match_type, rule.match_rules)}${checkText(rule)}`;
    case 'lastaction':
      return `the action before the last one, whose ${mapText(rule.check_type, rule.check_rules)}`;
    case 'findelementbyaction':
      return `on the page of an action whose ${mapText(rule.action_match_type, rule.action_match_rules)} ${elementText(rule.element_match_type, rule.element_match_rules)}${checkText(rule)}`;
    case 'rule':
      return `${ORDERS[rule.order]}: ${rule.evaluators.map(ruleText).join('; ')}`;
    default:
      return rule satisfies never;
  }
}

function pageText(page: string, rule: FindElementRule | StoppageRule): string {
  const { activity, ...own } = rule.match_rules;
  const where = activity === undefined ? page : `${page} of activity ${JSON.stringify(activity)}`;
  const isAny = Object.keys(own).length === 0;
  if (isAny && Object.keys(rule.check_rules).length === 0) return `there is ${where}`;
  return `on ${where} ${elementText(rule.match_type, own)}${checkText(rule)}`;
}

function elementText(type: 'equal' | 'include', rules: RuleMap): string {
  return Object.keys(rules).length === 0 ? 'an element' : `an element whose ${mapText(type, rules)}`;
}

function checkText(rule: {
  readonly check_type: 'equal' | 'include';
  readonly check_rules: RuleMap;
}): string {
  const isEmpty = Object.keys(rule.check_rules).length === 0;
  return isEmpty ? '' : `, and ${mapText(rule.check_type, rule.check_rules)}`;
}

function mapText(type: 'equal' | 'include', rules: RuleMap): string {
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${valueText(type, value)}`)
    .join(', ');
}

function valueText(type: 'equal' | 'include', value: string): string {
  return `${type === 'equal' ? 'is' : 'contains'} ${JSON.stringify(value)}`;
}
