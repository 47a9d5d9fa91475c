import type { UiNode } from './ui-node.js';

const SYSTEM_PACKAGE = 'com.android.systemui';

/**
 * The accessibility tree of one screen; its nodes are those outside the status and navigation bars.
 *
 * Source: SPHINX reference code, UI tree model.
 */
export class UiHierarchy {
  /** The windows, in document order. */
  readonly roots: readonly UiNode[];
  /** The same with the windows of the system (status and navigation bars), which have no place in the node order. */
  readonly windows: readonly UiNode[];
  /**
   * Node order: window by window, each breadth first. It decides which node a rule finds first and how widgets are
   * numbered.
   */
  readonly nodes: readonly UiNode[];
  #widgets: readonly UiNode[] | null = null;
  #indices: ReadonlyMap<UiNode, number> | null = null;

  /** For parsers; gives every node its position. */
  constructor(windows: readonly UiNode[]) {
    this.windows = windows;
    this.roots = windows.filter((window) => window.attribute('package') !== SYSTEM_PACKAGE);
    const { roots } = this;
    this.nodes = inNodeOrder(roots);
  }

  /** The interactable nodes in node order: a node's place in this list is its widget index in every kind of observation. */
  get widgets(): readonly UiNode[] {
    this.#widgets ??= this.nodes.filter((node) => node.isInteractable);
    return this.#widgets;
  }

  /** Widget index of a node, or undefined when it is not interactable. */
  widgetIndex(node: UiNode): number | undefined {
    this.#indices ??= new Map(this.widgets.map((widget, index) => [widget, index]));
    return this.#indices.get(node);
  }
}

function inNodeOrder(roots: readonly UiNode[]): UiNode[] {
  const order: UiNode[] = [];
  for (const root of roots) {
    // The list is its own queue: children are appended behind everything found so far.
    let next = order.length;
    order.push(root);
    while (next < order.length) {
      const node = order[next] as UiNode;
      node.position = next;
      next += 1;
      for (const child of node.children) order.push(child);
    }
  }
  return order;
}
