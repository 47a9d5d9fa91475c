import type { UiHierarchy } from '../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../domain/hierarchy/ui-node.js';
import { nodeText, widgetText } from './elements/node-text.js';

/**
 * The whole hierarchy, one node a line, indented by a tab per level; interactable nodes with widget index and actions.
 * Ends with a line feed unless it is empty. Widgets are numbered breadth first and printed depth first, so indices do not
 * grow down the page.
 *
 * Source: SPHINX paper, accessibility text; reference code, observation `tree`.
 */
export function treeText(hierarchy: UiHierarchy): string {
  return indented(hierarchy, 0, (node) => {
    const index = hierarchy.widgetIndex(node);
    return index === undefined ? nodeText(node) : widgetText(node, index);
  });
}

/**
 * The whole hierarchy without indices or actions, every line one tab deeper than in `treeText`.
 *
 * Source: SPHINX reference code, completion judgement.
 */
export function plainText(hierarchy: UiHierarchy): string {
  return indented(hierarchy, 1, nodeText);
}

/**
 * Interactable nodes alone, one a line, in the order of their indices; no line feed at the end.
 *
 * Source: SPHINX paper, simplified text; reference code, observation `text`.
 * Deviation: the paper drops all nodes but leaves, the reference code does not; `leavesOnly` follows the paper and keeps
 * the indices.
 */
export function simplifiedText(hierarchy: UiHierarchy, options: { leavesOnly?: boolean } = {}): string {
  const lines: string[] = [];
  for (const [index, widget] of hierarchy.widgets.entries()) {
    if (options.leavesOnly === true && widget.children.length > 0) continue;
    lines.push(widgetText(widget, index));
  }
  return lines.join('\n');
}

/**
 * `simplifiedText` of leaves alone, with a sentence at the end where they say nothing of themselves, or none is there: what
 * can be used on the screen holds other elements then, and is not listed.
 */
export function leavesText(hierarchy: UiHierarchy): string {
  const leaves = hierarchy.widgets.filter(({ children }) => children.length === 0);
  const says = ({ description, resourceName, text }: UiNode): boolean =>
    description !== '' || resourceName !== '' || text !== '';
  if (leaves.some(says)) return simplifiedText(hierarchy, { leavesOnly: true });
  const others = hierarchy.widgets.length - leaves.length;
  const left = others === 0 ? '' : `; ${others} that can be used hold others and are not listed`;
  if (leaves.length === 0) {
    return others === 0 ? '(No element of this screen can be used.)' : `(Nothing is listed${left}.)`;
  }
  return `${simplifiedText(hierarchy, { leavesOnly: true })}\n(What is listed says nothing of itself${left}.)`;
}

/** Depth first, parents before children; without recursion, since a hierarchy may be deep. */
function indented(hierarchy: UiHierarchy, baseDepth: number, line: (node: UiNode) => string): string {
  const lines: string[] = [];
  const waiting = hierarchy.roots.map((node) => ({ node, depth: baseDepth })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    lines.push(`${'\t'.repeat(depth)}${line(node)}\n`);
    for (const child of node.children.toReversed()) waiting.push({ node: child, depth: depth + 1 });
  }
  return lines.join('');
}
