import { nodeMatches } from '../../domain/hierarchy/find-node.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { elementRules, stateRules, type ElementRule } from './element-rules.js';

/**
 * Rules for elements that a screen has and none of the others, the most telling first: a state that changed, then ids with words, words,
 * ids. Empty where nothing tells it from them.
 */
export function tellingElements(screen: UiHierarchy, others: readonly UiHierarchy[]): readonly ElementRule[] {
  const isNew = ({ match_rules, match_type }: ElementRule): boolean =>
    !others.some((other) => other.nodes.some((node) => nodeMatches(node, match_rules, match_type)));
  const seen = new Set<string>();
  const found: { readonly rule: ElementRule; readonly rank: number }[] = [];
  for (const node of screen.nodes) {
    if (!node.isVisible) continue;
    for (const rule of [...stateRules(node, screen), ...elementRules(node, screen)]) {
      const key = JSON.stringify(rule);
      if (seen.has(key)) continue;
      seen.add(key);
      if (isNew(rule)) found.push({ rule, rank: rankOf(rule, node) });
    }
  }
  return found.toSorted((a, b) => a.rank - b.rank).map(({ rule }) => rule);
}

function rankOf({ match_rules: rules, match_type: type }: ElementRule, node: UiNode): number {
  const hasState = 'checked' in rules || 'selected' in rules;
  const hasId = 'resource-id' in rules;
  const hasWords = 'text' in rules || 'content-desc' in rules;
  const kind = hasState ? 0 : hasId && hasWords ? 1 : hasWords ? 2 : 3;
  // Of equal ones that which stands highest: titles stand on top.
  return kind * 10 + (type === 'include' ? 5 : 0) + Math.min(Math.max(node.bounds[1], 0) / 1e5, 1);
}
