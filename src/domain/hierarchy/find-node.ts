import type { UiHierarchy } from './ui-hierarchy.js';
import type { UiNode } from './ui-node.js';

/** Attribute name → expected value; all must hold. */
export type NodeRules = Readonly<Record<string, string>>;

/** `equal`: the attribute is the expected value; `include`: it contains it. Both compare raw values, case included. */
export type MatchType = 'equal' | 'include';

/** Whether an attribute's value meets an expectation. A missing attribute meets none, not even an empty one. */
export function valueMatches(value: string | undefined, expected: string, type: MatchType): boolean {
  if (value === undefined) return false;
  return type === 'equal' ? value === expected : value.includes(expected);
}

/** Whether all rules hold on a node; no rules hold on every node. */
export function nodeMatches(node: UiNode, rules: NodeRules, type: MatchType): boolean {
  // Without a list of them: asked of every node of every page.
  for (const name in rules) {
    const expected = rules[name];
    if (expected === undefined || !valueMatches(node.attribute(name), expected, type)) return false;
  }
  return true;
}

/** Whether a point in screen pixels lies in the node's bounds, all four sides included. */
export function nodeContains(node: UiNode, point: readonly [number, number]): boolean {
  const [x1, y1, x2, y2] = node.bounds;
  return x1 <= point[0] && point[0] <= x2 && y1 <= point[1] && point[1] <= y2;
}

/** The first node in node order that meets the rules and, where a point is given, contains it. */
export function findNode(
  hierarchy: UiHierarchy,
  rules: NodeRules,
  type: MatchType,
  point?: readonly [number, number],
): UiNode | undefined {
  return hierarchy.nodes.find(
    (node) => (point === undefined || nodeContains(node, point)) && nodeMatches(node, rules, type),
  );
}
