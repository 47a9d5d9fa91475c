import type { Box } from '../geometry.js';
import type { AttributeLayout } from './attribute-layout.js';
import { centreOf } from './bounds.js';
import { pythonStrip } from './python-strip.js';

/**
 * The actions that a node's attributes allow. Source: SPHINX reference code; `text` is for exactly
 * `android.widget.EditText`.
 */
export type NodeAction = 'text' | 'click' | 'longclick' | 'swipe';

const NO_CHILDREN: readonly UiNode[] = [];

/** One element of a UI hierarchy: its attributes as recorded, and what follows from them. Do not change it. */
export class UiNode {
  readonly parent: UiNode | null;
  /** In document order. */
  children: readonly UiNode[] = NO_CHILDREN;
  /** Place in the hierarchy's node order, from 0. */
  position = -1;
  /** `[x1, y1, x2, y2]` in pixels of the screen, integers; may be negative or degenerate. */
  readonly bounds: Box;
  readonly #layout: AttributeLayout;
  readonly #values: readonly (string | undefined)[];

  /** For parsers; the layout maps values to attributes. */
  constructor(
    parent: UiNode | null,
    layout: AttributeLayout,
    values: readonly (string | undefined)[],
    bounds: Box,
  ) {
    this.parent = parent;
    this.#layout = layout;
    this.#values = values;
    this.bounds = bounds;
  }

  /** For parsers: adds a child at the end. */
  append(child: UiNode): void {
    if (this.children === NO_CHILDREN) this.children = [child];
    else (this.children as UiNode[]).push(child);
  }

  /** Raw value of an attribute, neither trimmed nor converted; undefined when the node lacks it. */
  attribute(name: string): string | undefined {
    const position = this.#layout.positionOf(name);
    return position === undefined ? undefined : this.#values[position];
  }

  /** All attributes as recorded, in file order. */
  attributes(): [name: string, value: string][] {
    const present: [string, string][] = [];
    for (const [name, position] of this.#layout.entries()) {
      const value = this.#values[position];
      if (value !== undefined) present.push([name, value]);
    }
    return present;
  }

  /** Part of the resource id after its last `/`, stripped. */
  get resourceName(): string {
    const id = this.attribute('resource-id') ?? '';
    return pythonStrip(id.slice(id.lastIndexOf('/') + 1));
  }

  get className(): string {
    return pythonStrip(this.attribute('class') ?? '');
  }

  /** Content description, stripped. */
  get description(): string {
    return pythonStrip(this.attribute('content-desc') ?? '');
  }

  get text(): string {
    return pythonStrip(this.attribute('text') ?? '');
  }

  /** Whether the node is visible to the user by the dump; nodes without the attribute count as visible. */
  get isVisible(): boolean {
    const visible = this.attribute('visible-to-user');
    return visible === undefined || visible === 'true';
  }

  /** What can be done to the node, in the order texts and marks list it. `enabled` plays no part. */
  get actions(): readonly NodeAction[] {
    const actions: NodeAction[] = [];
    if (this.className === 'android.widget.EditText') {
      actions.push('text');
    } else {
      if (this.#is('clickable') || this.#is('checkable')) actions.push('click');
      if (this.#is('long-clickable')) actions.push('longclick');
    }
    if (this.#is('scrollable')) actions.push('swipe');
    return actions;
  }

  /** Whether the node is visible and something can be done to it; exactly these nodes have a widget index. */
  get isInteractable(): boolean {
    return this.isVisible && this.actions.length > 0;
  }

  /** Middle of the bounds in whole pixels, rounded towards minus infinity. */
  get centre(): [number, number] {
    return centreOf(this.bounds);
  }

  #is(name: string): boolean {
    return this.attribute(name) === 'true';
  }
}
