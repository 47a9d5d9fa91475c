import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { nodeContains } from '../../domain/hierarchy/find-node.js';
import type { Box } from '../../domain/geometry.js';
import type { Capture, Material } from '../material/material.js';
import { touchOf } from '../world/write-action.js';

/** A touch that all states of a page answer alike, and a state of the page on which nobody tried it. */
export interface CommonAction {
  readonly type: 'click' | 'long_press';
  /** State that lacks it. */
  readonly state: number;
  /** State that it leads to. */
  readonly target: number;
  /** Of the element on the state that lacks it: pixels. */
  readonly box: Box;
  /** What the element is called. */
  readonly element: string;
  /** States on which it was seen. */
  readonly seen: number;
}

/** States that have to agree. */
const FEWEST_STATES = 3;
/** Elements that take more of the screen than this are none that one taps. */
const LARGEST_SHARE = 0.25;

/**
 * Touches that lead to the same state from at least three states of an activity, and to no other from any: the tabs at the bottom, the arrow back.
 * They are proposed for the activity's other states that show the same element.
 *
 * @param states state of each capture
 */
export function commonActions(
  { captures, steps }: Pick<Material, 'captures' | 'steps'>,
  states: readonly number[],
  hierarchyOf: (capture: Capture) => UiHierarchy | null,
): readonly CommonAction[] {
  const firstOf = new Map<number, Capture>();
  for (const [index, capture] of captures.entries()) {
    const state = states[index] ?? 0;
    if (!firstOf.has(state) && capture.activity !== null && hierarchyOf(capture) !== null) {
      firstOf.set(state, capture);
    }
  }
  const pages = new Map<
    string,
    Map<string, { type: CommonAction['type']; targets: Map<number, Set<number>> }>
  >();
  const tried = new Map<number, Set<string>>();
  for (const { from, to, actions } of steps) {
    const [capture, state, target] = [captures[from], states[from], states[to]];
    const [action] = actions;
    if (capture?.size == null || capture.activity === null || state === undefined || target === undefined)
      continue;
    const at = actions.length > 1 ? null : touchOf(action, capture.size);
    const hierarchy = hierarchyOf(capture);
    if (at === null || hierarchy === null) continue;
    const node = smallest(hierarchy, at, LARGEST_SHARE * capture.size.width * capture.size.height);
    if (node === null) continue;
    const type = action.type === 'tap' ? 'click' : 'long_press';
    const key = `${type} ${nameOf(node)}`;
    tried.set(state, (tried.get(state) ?? new Set<string>()).add(key));
    const page =
      pages.get(pageOf(capture)) ??
      new Map<string, { type: CommonAction['type']; targets: Map<number, Set<number>> }>();
    pages.set(pageOf(capture), page);
    const known = page.get(key) ?? { type, targets: new Map<number, Set<number>>() };
    page.set(key, known);
    known.targets.set(target, (known.targets.get(target) ?? new Set<number>()).add(state));
  }
  const found: CommonAction[] = [];
  for (const [state, capture] of firstOf) {
    const hierarchy = hierarchyOf(capture);
    for (const [key, { type, targets }] of pages.get(pageOf(capture)) ?? []) {
      const [only, ...others] = targets;
      if (only === undefined || others.length > 0 || only[1].size < FEWEST_STATES) continue;
      if (only[0] === state || tried.get(state)?.has(key) === true) continue;
      const nodes =
        hierarchy?.nodes.filter((node) => `${type} ${nameOf(node)}` === key && node.isVisible) ?? [];
      const [node] = nodes;
      // Where there are several, nobody knows which one is meant.
      if (node === undefined || nodes.length > 1) continue;
      found.push({
        type,
        state,
        target: only[0],
        box: node.bounds,
        element: shortName(node),
        seen: only[1].size,
      });
    }
  }
  return found;
}

function pageOf({ activity }: Capture): string {
  return `${activity?.package ?? ''}/${activity?.activity ?? ''}`;
}

function nameOf(node: UiNode): string {
  return [node.className, node.resourceName, node.text, node.description].join('\n');
}

function shortName(node: UiNode): string {
  return node.description || node.text || node.resourceName || node.className;
}

function smallest(hierarchy: UiHierarchy, at: readonly [number, number], most: number): UiNode | null {
  let [found, area]: [UiNode | null, number] = [null, most];
  for (const node of hierarchy.nodes) {
    const [left, top, right, bottom] = node.bounds;
    const own = (right - left) * (bottom - top);
    if (own <= 0 || own > area || !nodeContains(node, at)) continue;
    [found, area] = [node, own];
  }
  return found;
}
