import { quoteText } from '../../domain/text/quote-text.js';
import { editDistance } from '../../domain/text/edit-distance.js';
import type { RuleMap, TreeRule } from '../../evaluators/tree-rules/rule.js';
import type { ElementDemand, WorldPages } from './test-cases/world-pages.js';

/** Why a rule can never hold in a recorded world, as a sentence without the rule's name. */
export interface RuleDoubt {
  readonly type: 'unknown-attribute' | 'matches-nothing';
  /** Way to what is doubtful, within the rule. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
}

/** What one part of a rule asks of the elements of a page, with the fields that say it. */
interface Demand extends ElementDemand {
  readonly fields: readonly string[];
}

/** What rules say of an action itself; all else is of an element under its point. */
const OF_ACTION: ReadonlySet<string> = new Set(['action_type', 'message']);
/** Most letters that a mistyped attribute differs in. */
const MOST_TYPED_WRONG = 2;

/**
 * What a rule asks of elements that no recorded page has. Only what pages tell by themselves: the order of things, and
 * what an action is, are left aside.
 */
export function ruleDoubts(rule: TreeRule, pages: WorldPages): RuleDoubt[] {
  if (rule.type === 'rule') {
    return rule.evaluators.flatMap((part, index) =>
      ruleDoubts(part, pages).map((doubt) => ({ ...doubt, path: ['evaluators', index, ...doubt.path] })),
    );
  }
  const demands = demandsOf(rule);
  const unknown = demands.flatMap((demand) => unknownAttributes(rule, demand, pages));
  if (unknown.length > 0) return unknown;
  if (demands.every((demand) => pages.meets(demand))) return [];
  return [
    {
      type: 'matches-nothing',
      path: [],
      message: 'holds on none of the recorded pages',
    },
  ];
}

function demandsOf(rule: Exclude<TreeRule, { readonly type: 'rule' }>): readonly Demand[] {
  switch (rule.type) {
    case 'stoppage':
    case 'findelement': {
      const { activity: before, ...match } = rule.match_rules;
      const { activity: after, ...check } = rule.check_rules;
      return [
        {
          fields: ['match_rules', 'check_rules'],
          activities: [before, after].filter((activity) => activity !== undefined),
          parts: [
            { rules: match, type: rule.match_type },
            { rules: check, type: rule.check_type },
          ],
        },
      ];
    }
    case 'findelementbyaction': {
      const parts = [
        { rules: rule.element_match_rules, type: rule.element_match_type },
        { rules: rule.check_rules, type: rule.check_type },
      ];
      const aimed = ofElement('action_match_rules', rule.action_match_rules, rule.action_match_type);
      return [{ fields: ['element_match_rules', 'check_rules'], activities: [], parts }, aimed];
    }
    case 'findaction':
      return [
        ofElement('match_rules', rule.match_rules, rule.match_type),
        ofElement('check_rules', rule.check_rules, rule.check_type),
      ];
    case 'lastaction':
      return [ofElement('check_rules', rule.check_rules, rule.check_type)];
    default:
      return rule satisfies never;
  }
}

function ofElement(field: string, rules: RuleMap, type: 'equal' | 'include'): Demand {
  const element = Object.fromEntries(Object.entries(rules).filter(([name]) => !OF_ACTION.has(name)));
  return { fields: [field], activities: [], parts: [{ rules: element, type }] };
}

function unknownAttributes(rule: TreeRule, { fields, parts }: Demand, pages: WorldPages): RuleDoubt[] {
  return parts.flatMap(({ rules }, index) =>
    Object.keys(rules)
      .filter((name) => !pages.attributes.has(name))
      .map((name): RuleDoubt => {
        const meant = [...pages.attributes].find((known) => editDistance(known, name) <= MOST_TYPED_WRONG);
        return {
          type: 'unknown-attribute',
          path: [fields[index] ?? rule.type, name],
          message: `no element of the recorded pages has an attribute ${quoteText(name)}`,
          ...(meant === undefined ? {} : { hint: `Did you mean ${meant}?` }),
        };
      }),
  );
}
