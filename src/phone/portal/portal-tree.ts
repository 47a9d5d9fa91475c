import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { inDocumentOrder } from '../screens/shown-nodes.js';

/** A node as Portal's overlay numbers it. */
interface VisibleNode {
  /** From 1, in document order. */
  readonly index: number;
  readonly resourceId: string;
  /** Without its package. */
  readonly className: string;
  /** What names the node best. */
  readonly text: string;
  /** `left, top, right, bottom` in pixels. */
  readonly bounds: string;
  readonly children: VisibleNode[];
}

/** Sides smaller than this are left out, in pixels. */
const SMALLEST_SIDE = 5;

/**
 * The visible nodes of the app, nested, numbered in document order. Nodes that are not visible are left out, their
 * children are not.
 *
 * Source: droidrun-portal, `JsonBuilders.elementNodeToJson`.
 */
export function visibleTree(hierarchy: UiHierarchy): readonly object[] {
  const top: VisibleNode[] = [];
  const placeOf = new Map<UiNode, VisibleNode[]>();
  let index = 0;
  for (const node of inDocumentOrder(hierarchy.roots)) {
    const place = (node.parent === null ? undefined : placeOf.get(node.parent)) ?? top;
    if (!isShown(node)) {
      placeOf.set(node, place);
      continue;
    }
    index += 1;
    const shown: VisibleNode = {
      index,
      resourceId: node.attribute('resource-id') ?? '',
      className: shortClass(node),
      text: node.text || node.description || node.resourceName || shortClass(node),
      bounds: node.bounds.join(', '),
      children: [],
    };
    place.push(shown);
    placeOf.set(node, shown.children);
  }
  return top;
}

/** Everything recorded of the app's window, null where it has none. Source: droidrun-portal, `AccessibilityTreeBuilder.kt`. */
export function fullTree(hierarchy: UiHierarchy): object | null {
  const [root] = hierarchy.roots.length === 0 ? hierarchy.windows : hierarchy.roots;
  if (root === undefined) return null;
  const built = new Map<UiNode, { readonly children: object[] }>();
  for (const node of inDocumentOrder([root])) {
    const made = { ...properties(node), children: [] as object[] };
    built.set(node, made);
    if (node.parent !== null) built.get(node.parent)?.children.push(made);
  }
  return built.get(root) ?? null;
}

/** What has the focus. */
export function focusedNode(hierarchy: UiHierarchy): {
  readonly text: string;
  readonly resourceId: string;
  readonly className: string;
  readonly isEditable: boolean;
} | null {
  for (const node of inDocumentOrder(hierarchy.roots)) {
    if (node.attribute('focused') !== 'true') continue;
    return {
      text: node.attribute('text') ?? '',
      resourceId: node.attribute('resource-id') ?? '',
      className: node.className,
      isEditable: isEditable(node),
    };
  }
  return null;
}

function properties(node: UiNode): object {
  const [left, top, right, bottom] = node.bounds;
  const is = (name: string): boolean => node.attribute(name) === 'true';
  return {
    resourceId: node.attribute('resource-id') ?? '',
    className: node.className,
    packageName: node.attribute('package') ?? '',
    text: node.attribute('text') ?? '',
    contentDescription: node.attribute('content-desc') ?? '',
    hint: node.attribute('hint') ?? '',
    boundsInScreen: { left, top, right, bottom },
    isClickable: is('clickable'),
    isLongClickable: is('long-clickable'),
    isFocusable: is('focusable'),
    isFocused: is('focused'),
    isScrollable: is('scrollable'),
    isCheckable: is('checkable'),
    isChecked: is('checked'),
    isEditable: isEditable(node),
    isEnabled: is('enabled'),
    isSelected: is('selected'),
    isPassword: is('password'),
    isVisibleToUser: node.isVisible,
  };
}

function isEditable(node: UiNode): boolean {
  return node.className.endsWith('EditText');
}

function isShown(node: UiNode): boolean {
  const [left, top, right, bottom] = node.bounds;
  return node.isVisible && right - left >= SMALLEST_SIDE && bottom - top >= SMALLEST_SIDE;
}

function shortClass(node: UiNode): string {
  return node.className.slice(node.className.lastIndexOf('.') + 1);
}
