import type { Action, ActionOf } from '../../domain/action.js';
import { nodeContains } from '../../domain/hierarchy/find-node.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import type { PhoneOptions } from '../phone-options.js';
import type { PhoneWorld } from '../phone-world.js';
import type { ScreenNodes } from '../screens/screen-nodes.js';

/** Something done to a field before anything is typed: it counts with what is typed, where something is. */
export interface Preparation {
  readonly action: ActionOf<'tap' | 'clear_text'>;
  /** Whether it counts by itself where nothing is typed. */
  readonly counts: boolean;
}

/**
 * Which of the things that clients command are actions of their own, as a person counts who watches the phone. By `literal`
 * counting all are, but for those that no phone would notice.
 */
export class CountingRules {
  readonly #world: PhoneWorld;
  readonly #nodes: ScreenNodes;
  readonly #isLiteral: boolean;

  constructor(world: PhoneWorld, nodes: ScreenNodes, { counting }: Pick<PhoneOptions, 'counting'>) {
    this.#world = world;
    this.#nodes = nodes;
    this.#isLiteral = counting === 'literal';
  }

  /**
   * A tap that at most puts the cursor into a text field: nothing was recorded for it, and the recorded hierarchy has a
   * field there. Null for any other.
   */
  async focusing(action: ActionOf<'tap'>): Promise<Preparation | null> {
    if (this.#isLiteral || this.#responds(action)) return null;
    const nodes = await this.#nodes.of(this.#world.observation.screen);
    return nodes === null || fieldAt(nodes.nodes, action) === undefined ? null : { action, counts: true };
  }

  /**
   * Emptying the field in focus, where nothing was recorded for that; null where it is an action: where something was, and where
   * the screen has no field at all.
   *
   * @param tapped the tap that put the cursor there, where there was one
   */
  async clearing(tapped: ActionOf<'tap'> | null): Promise<Preparation | null> {
    const action = { type: 'clear_text' } as const;
    if (this.#isLiteral || this.#responds(action)) return null;
    const nodes = await this.#nodes.of(this.#world.observation.screen);
    if (nodes === null) return { action, counts: true };
    const fields = nodes.nodes.filter(isField);
    const inFocus = tapped === null ? fields.find(isFocused) : fieldAt(fields, tapped);
    const meant = inFocus === undefined ? fields : [inFocus];
    if (meant.length === 0) return null;
    return { action, counts: !meant.every(isEmpty) };
  }

  /** Whether pressing a key of these once more than before, in one command, is the same act: nothing was recorded for it. */
  isOneGesture(action: ActionOf<'key'>): boolean {
    return !this.#isLiteral && !this.#responds(action);
  }

  /** Whether the world does anything of its own at this: a transition, or a wait that any action ends. */
  #responds(action: Action): boolean {
    return this.#world.hasTransition(action) || this.#world.hasTransition({ type: 'wait' });
  }
}

function fieldAt(nodes: readonly UiNode[], { target }: ActionOf<'tap'>): UiNode | undefined {
  if (target.type !== 'point') return undefined;
  const at = target.point.resolved ?? ([target.point.x, target.point.y] as const);
  return nodes.find((node) => isField(node) && nodeContains(node, at));
}

/** Whether a node takes text, by the names of Android's classes and of those derived from them. */
function isField(node: UiNode): boolean {
  return /(?:EditText|AutoCompleteTextView)$/.test(node.className) || node.attribute('password') === 'true';
}

function isFocused(node: UiNode): boolean {
  return node.attribute('focused') === 'true';
}

/** A field without text shows its hint, which dumps give as its text. */
function isEmpty(node: UiNode): boolean {
  return (
    node.text === '' || node.attribute('showing-hint') === 'true' || node.text === node.attribute('hint')
  );
}
