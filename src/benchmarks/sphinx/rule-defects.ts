import { isDeepStrictEqual } from 'node:util';
import type { SphinxRule } from '../../evaluators/sphinx/rule.js';

/** Attributes that change with the layout of a screen, and so with the app's version. */
const FRAGILE: ReadonlySet<string> = new Set(['index', 'bounds']);

/** What makes rules likely to judge wrongly, one sentence each. */
export function ruleDefects(rules: readonly SphinxRule[]): string[] {
  return rules.flatMap((rule, number) => defectsOf(rule).map((defect) => `rule ${number + 1}: ${defect}`));
}

function defectsOf(rule: SphinxRule): string[] {
  if (rule.type === 'rule') {
    const defects = rule.evaluators.flatMap(defectsOf);
    const repeats = rule.evaluators.some((child, index) =>
      isDeepStrictEqual(child, rule.evaluators[index + 1]),
    );
    if (rule.order === 'sequential' && repeats) {
      defects.push('two equal parts in sequence, which the published evaluator takes one action for');
    }
    return defects;
  }
  const maps = Object.entries(rule).flatMap(([field, value]) =>
    field.endsWith('_rules') && typeof value === 'object' ? Object.entries(value) : [],
  );
  return maps.flatMap(([name, expected]) => {
    if (FRAGILE.has(name)) return [`looks at "${name}", which changes with the layout`];
    return expected === expected.trim()
      ? []
      : [`expects white space around ${JSON.stringify(expected)} in "${name}"`];
  });
}
