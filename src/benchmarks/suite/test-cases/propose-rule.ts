import type { TreeRule } from '../../../evaluators/tree-rules/rule.js';
import { readExpectation, type ExpectationReading } from './read-expectation.js';

type Find = Extract<TreeRule, { type: 'findelement' }>;

/** Rules that could check an expectation, the likeliest first; several where a text may stand in one attribute or another. */
export interface Proposal {
  readonly candidates: readonly TreeRule[];
  /** What to check before a candidate counts. */
  readonly note: string | null;
}

/** What a written expectation could be checked with; no candidates where its words do not show it. */
export function proposeRules(expected: string): Proposal {
  const reading = readExpectation(expected);
  switch (reading.type) {
    case 'shown':
      return { candidates: shown(reading), note: null };
    case 'page':
      return {
        candidates: [find({ text: reading.title }), find({ 'content-desc': reading.title })],
        note: 'an entry of a menu with this text meets it too; the activity or a resource-id tells the page better',
      };
    case 'activity': {
      const { activity } = reading;
      // Devices report ".MainActivity" for what people call "MainActivity".
      const names = activity.includes('.') ? [activity] : [activity, `.${activity}`];
      return { candidates: names.map((name) => find({ activity: name })), note: null };
    }
    case 'state':
      return { candidates: states(reading), note: 'a label and its switch may be two nodes' };
    case 'typed': {
      const rules = { action_type: 'input', message: reading.text };
      return {
        candidates: [
          {
            type: 'findaction',
            match_type: 'equal',
            match_rules: rules,
            check_type: 'equal',
            check_rules: {},
          },
        ],
        note: null,
      };
    }
    case 'unclear':
      return { candidates: [], note: reading.note ?? null };
    default:
      return reading satisfies never;
  }
}

function shown({ texts, part }: Extract<ExpectationReading, { type: 'shown' }>): TreeRule[] {
  const types = part ? (['include'] as const) : (['equal', 'include'] as const);
  const variants = types.flatMap((type) =>
    (['text', 'content-desc'] as const).map((attribute) =>
      texts.map((text) => find({ [attribute]: text }, type)),
    ),
  );
  return variants.flatMap((rules): TreeRule[] => {
    const [only, ...more] = rules;
    if (only === undefined) return [];
    return [more.length === 0 ? only : { type: 'rule', order: 'present', evaluators: rules }];
  });
}

function states({ name, attribute, value }: Extract<ExpectationReading, { type: 'state' }>): TreeRule[] {
  const others = attribute === 'enabled' ? [] : [attribute === 'checked' ? 'selected' : 'checked'];
  return [attribute, ...others].flatMap((state) => [
    find({ text: name, [state]: value }),
    find({ 'content-desc': name, [state]: value }),
  ]);
}

function find(rules: Find['match_rules'], type: Find['match_type'] = 'equal'): Find {
  return { type: 'findelement', match_type: type, match_rules: rules, check_type: 'equal', check_rules: {} };
}
