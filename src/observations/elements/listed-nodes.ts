import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';

/**
 * The nodes that AndroidWorld makes its elements of: visible leaves, and other visible nodes that have a content description
 * or can be scrolled; window by window, those of the system included, each breadth first.
 *
 * Source: AndroidWorld reference code, `representation_utils.py` and `android_world_controller.py`; the order is that of
 * android_env's accessibility forwarder.
 */
export function listedNodes({ windows }: UiHierarchy): UiNode[] {
  return windows.flatMap(breadthFirst).filter((node) => node.isVisible && isElement(node));
}

function breadthFirst(root: UiNode): UiNode[] {
  const order = [root];
  // The list is its own queue: children are appended behind everything found so far.
  for (const node of order) {
    for (const child of node.children) order.push(child);
  }
  return order;
}

function isElement(node: UiNode): boolean {
  return node.children.length === 0 || said(node, 'content-desc') !== '' || isTrue(node, 'scrollable');
}

/** A text attribute as recorded; empty where the node lacks it. */
export function said(node: UiNode, attribute: string): string {
  return node.attribute(attribute) ?? '';
}

/** Whether the dump says that a state holds. */
export function isTrue(node: UiNode, attribute: string): boolean {
  return node.attribute(attribute) === 'true';
}

/** Whether the node takes text; dumps that do not say it show it by the class. */
export function isEditable(node: UiNode): boolean {
  const editable = node.attribute('editable');
  return editable === undefined ? node.className.endsWith('EditText') : editable === 'true';
}
