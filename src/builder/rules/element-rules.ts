import { nodeContains, nodeMatches } from '../../domain/hierarchy/find-node.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { isStableId, stableText } from './stable-text.js';

/** Attributes that name an element; see docs/tree-rules.md. */
export interface ElementRule {
  readonly match_type: 'equal' | 'include';
  readonly match_rules: Readonly<Record<string, string>>;
}

/** States that an element may be in. */
const STATES = ['checked', 'selected'] as const;

/** Rules of stable attributes that find this element and no other of its screen, the simplest first. */
export function elementRules(node: UiNode, hierarchy: UiHierarchy): readonly ElementRule[] {
  return candidatesOf(node).filter((rule) => {
    const found = hierarchy.nodes.filter((other) => nodeMatches(other, rule.match_rules, rule.match_type));
    return found.length === 1 && found[0] === node;
  });
}

/**
 * Rules for what a finger hits at a place: the smallest element there that can be named goes first. A row names itself by the label in it,
 * and a label by the row around it.
 *
 * @param point pixels of the screen
 */
export function rulesAt(hierarchy: UiHierarchy, point: readonly [number, number]): readonly ElementRule[] {
  const under = hierarchy.nodes
    .filter((node) => node.isVisible && nodeContains(node, point) && areaOf(node) > 0)
    .toSorted((a, b) => areaOf(a) - areaOf(b) || b.position - a.position);
  return under.flatMap((node) => elementRules(node, hierarchy));
}

/** The same with the state that the element is in, such as `checked`. */
export function stateRules(node: UiNode, hierarchy: UiHierarchy): readonly ElementRule[] {
  return STATES.flatMap((state) => {
    if (node.attribute(state) !== 'true') return [];
    return candidatesOf(node).flatMap((rule): ElementRule[] => {
      if (rule.match_type !== 'equal') return [];
      const match_rules = { ...rule.match_rules, [state]: 'true' };
      const found = hierarchy.nodes.filter((other) => nodeMatches(other, match_rules, 'equal'));
      return found.length === 1 ? [{ match_type: 'equal', match_rules }] : [];
    });
  });
}

function candidatesOf(node: UiNode): ElementRule[] {
  const raw = (name: string): string => node.attribute(name) ?? '';
  const id = isStableId(raw('resource-id')) ? { 'resource-id': raw('resource-id') } : null;
  const equal: Readonly<Record<string, string>>[] = id === null ? [] : [id];
  const include: Readonly<Record<string, string>>[] = [];
  for (const name of ['content-desc', 'text']) {
    // What was typed into a field is no name of it.
    if (name === 'text' && raw('class').endsWith('EditText')) continue;
    const stable = raw(name) === '' ? null : stableText(raw(name));
    if (stable === null) continue;
    const into = stable.match === 'equal' ? equal : include;
    into.push({ [name]: stable.text });
    if (id !== null) into.push({ ...id, [name]: stable.text });
  }
  return [
    ...equal.map((match_rules): ElementRule => ({ match_type: 'equal', match_rules })),
    ...include.map((match_rules): ElementRule => ({ match_type: 'include', match_rules })),
  ];
}

function areaOf({ bounds: [x1, y1, x2, y2] }: UiNode): number {
  return Math.max(x2 - x1, 0) * Math.max(y2 - y1, 0);
}
