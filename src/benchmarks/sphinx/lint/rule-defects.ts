import { isDeepStrictEqual } from 'node:util';
import type { SphinxRule } from '../../../evaluators/tree-rules/rule.js';

/** Attributes that change with the layout of a screen, and so with the app's version. */
const FRAGILE: ReadonlySet<string> = new Set(['index', 'bounds']);

/** What makes a rule likely to judge wrongly: attributes that change by themselves, or parts that one action satisfies. */
export interface RuleDefect {
  readonly kind: 'fragile-rule' | 'repeated-rule';
  /** One sentence. */
  readonly message: string;
}

/** What makes rules likely to judge wrongly. */
export function ruleDefects(rules: readonly SphinxRule[]): RuleDefect[] {
  return rules.flatMap((rule, number) =>
    defectsOf(rule).map(({ kind, message }) => ({ kind, message: `rule ${number + 1}: ${message}` })),
  );
}

function defectsOf(rule: SphinxRule): RuleDefect[] {
  if (rule.type === 'rule') {
    const defects = rule.evaluators.flatMap(defectsOf);
    const repeats = rule.evaluators.some((child, index) =>
      isDeepStrictEqual(child, rule.evaluators[index + 1]),
    );
    if (rule.order === 'sequential' && repeats) {
      const message = 'two equal parts in sequence, which the published evaluator takes one action for';
      defects.push({ kind: 'repeated-rule', message });
    }
    return defects;
  }
  const maps = Object.entries(rule).flatMap(([field, value]) =>
    field.endsWith('_rules') && typeof value === 'object' ? Object.entries(value) : [],
  );
  return maps.flatMap(([name, expected]) => {
    const fragile = (message: string): RuleDefect => ({ kind: 'fragile-rule', message });
    if (FRAGILE.has(name)) return [fragile(`looks at "${name}", which changes with the layout`)];
    return expected === expected.trim()
      ? []
      : [fragile(`expects white space around ${JSON.stringify(expected)} in "${name}"`)];
  });
}
