import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { lookAtNodes } from '../screens/shown-nodes.js';
import { invalidParams, isRecord, RpcError } from './json-rpc.js';
import type { RpcMethod } from './json-rpc.js';
import type { RpcContext } from './rpc-methods.js';
import { readSelector, selectNodes } from './ui-selector.js';
import type { UiSelector } from './ui-selector.js';

/** Source: android-uiautomator-server, `ERROR_CODE_BASE - 1`. */
const NOT_FOUND = -32_002;
const NOT_FOUND_CLASS = 'androidx.test.uiautomator.UiObjectNotFoundException';

const SOURCE = 'uiautomator2';
/** Milliseconds of a step of a swipe. Source: AndroidX `InteractionController`. */
export const STEP_MS = 5;

const LONG_CLICK_MS = 1000;
const SCROLL_MS = 300;

/** Longest that a client may wait for something, milliseconds. */
const LONGEST_WAIT = 600_000;

/** Where a finger goes on a node to scroll it, in shares of its sides from its upper left. */
const UP = { from: [0.5, 0.8], to: [0.5, 0.2] } as const;
const DOWN = { from: [0.5, 0.2], to: [0.5, 0.8] } as const;
const LEFT = { from: [0.8, 0.5], to: [0.2, 0.5] } as const;
const RIGHT = { from: [0.2, 0.5], to: [0.8, 0.5] } as const;
const SWIPES: Readonly<Record<string, typeof UP | typeof DOWN | typeof LEFT | typeof RIGHT>> = {
  u: UP,
  d: DOWN,
  l: LEFT,
  r: RIGHT,
};

/** Methods that take a selector first, over the recorded hierarchy. Each is a look at the screen. */
export function selectorMethods({ controls, signal }: RpcContext): ReadonlyMap<string, RpcMethod> {
  const nodesOf = async (selector: UiSelector, all = false): Promise<readonly UiNode[]> => {
    const hierarchy = await lookAtNodes(controls, signal);
    return hierarchy === null ? [] : selectNodes(hierarchy.windows, selector, all);
  };
  const node = async (given: unknown): Promise<UiNode> => {
    const [found] = await nodesOf(selectorOf(given));
    if (found === undefined) throw notFound(given);
    return found;
  };
  const exists = async (given: unknown): Promise<boolean> => (await nodesOf(selectorOf(given))).length > 0;
  /** Whether it comes to be so. Nothing changes on its own but what looking or waiting changes. */
  const wait = async (given: unknown, timeout: unknown, wanted: boolean): Promise<boolean> => {
    if ((await exists(given)) === wanted) return true;
    const milliseconds = typeof timeout === 'number' ? Math.min(Math.max(timeout, 0), LONGEST_WAIT) : 0;
    if (milliseconds === 0) return false;
    await controls.clock.pass(milliseconds, { signal });
    return (await exists(given)) === wanted;
  };
  const scroll = async (
    given: unknown,
    way: typeof UP | typeof DOWN | typeof LEFT | typeof RIGHT,
    durationMs: number,
  ) => {
    const { bounds } = await node(given);
    const [left, top, right, bottom] = bounds;
    const at = ([x, y]: readonly [number, number]): [number, number] => [
      Math.round(left + (right - left) * x),
      Math.round(top + (bottom - top) * y),
    ];
    await controls.gesture({ type: 'swipe', from: at(way.from), to: at(way.to), durationMs });
    return true;
  };
  const scrolling =
    (forward: typeof UP | typeof DOWN, sideways: typeof LEFT | typeof RIGHT): RpcMethod =>
    ([selector, isVertical]) =>
      scroll(selector, isVertical === false ? sideways : forward, SCROLL_MS);
  const tap = async (given: unknown): Promise<boolean> => {
    const [x, y] = (await node(given)).centre;
    await controls.gesture({ type: 'tap', x, y });
    return true;
  };
  return new Map<string, RpcMethod>([
    ['exist', ([selector]) => exists(selector)],
    ['count', async ([selector]) => (await nodesOf(selectorOf(selector), true)).length],
    ['objInfo', async ([selector]) => objectInfo(await node(selector))],
    [
      'objInfoOfAllInstances',
      async ([selector]) => (await nodesOf(selectorOf(selector), true)).map(objectInfo),
    ],
    ['waitForExists', ([selector, timeout]) => wait(selector, timeout, true)],
    ['waitUntilGone', ([selector, timeout]) => wait(selector, timeout, false)],
    ['getText', async ([selector]) => (await node(selector)).attribute('text') ?? ''],
    ['click', ([selector]) => tap(selector)],
    ['clickAndWaitForNewWindow', ([selector]) => tap(selector)],
    [
      'longClick',
      async ([selector]) => {
        const { centre } = await node(selector);
        await controls.gesture({ type: 'swipe', from: centre, to: centre, durationMs: LONG_CLICK_MS });
        return true;
      },
    ],
    [
      'swipe',
      ([selector, direction, steps]) => {
        const way = typeof direction === 'string' ? SWIPES[direction.slice(0, 1).toLowerCase()] : undefined;
        if (way === undefined) throw invalidParams('no such direction');
        return scroll(selector, way, (typeof steps === 'number' ? steps : 10) * STEP_MS);
      },
    ],
    [
      'dragTo',
      async ([selector, x, y, steps]) => {
        const { centre } = await node(selector);
        const isPlace = typeof x === 'number' && typeof y === 'number';
        const to: readonly [number, number] = isPlace ? [x, y] : (await node(x)).centre;
        const count = isPlace ? steps : y;
        const durationMs = (typeof count === 'number' ? count : 100) * STEP_MS;
        await controls.gesture({ type: 'drag', from: centre, to, durationMs });
        return true;
      },
    ],
    ['scrollForward', scrolling(UP, LEFT)],
    ['scrollBackward', scrolling(DOWN, RIGHT)],
    ['flingForward', scrolling(UP, LEFT)],
    ['flingBackward', scrolling(DOWN, RIGHT)],
    [
      'setText',
      async ([selector, text]) => {
        const field = await node(selector);
        // What the field holds is replaced. A field that was recorded empty needs no emptying, which would be an action.
        if (text === '' || field.text !== '') await controls.clearText(SOURCE);
        if (typeof text === 'string' && text !== '') await controls.type(text, SOURCE);
        return true;
      },
    ],
    [
      'clearTextField',
      async ([selector]) => {
        await node(selector);
        await controls.clearText(SOURCE);
        return true;
      },
    ],
  ]);
}

function selectorOf(given: unknown): UiSelector {
  if (!isRecord(given)) throw invalidParams('no selector');
  return readSelector(given);
}

function notFound(given: unknown): RpcError {
  return new RpcError(NOT_FOUND, `${NOT_FOUND_CLASS}: ${JSON.stringify(given)}`);
}

/** Source: android-uiautomator-server, `ObjInfo.java`. */
function objectInfo(node: UiNode): object {
  const [left, top, right, bottom] = node.bounds;
  const is = (name: string): boolean => node.attribute(name) === 'true';
  return {
    bounds: { left, top, right, bottom },
    childCount: node.children.length,
    className: node.attribute('class') ?? '',
    contentDescription: node.attribute('content-desc') ?? '',
    packageName: node.attribute('package') ?? '',
    resourceName: node.attribute('resource-id') ?? '',
    text: node.attribute('text') ?? '',
    visibleBounds: { left, top, right, bottom },
    checkable: is('checkable'),
    checked: is('checked'),
    clickable: is('clickable'),
    enabled: is('enabled'),
    focusable: is('focusable'),
    focused: is('focused'),
    longClickable: is('long-clickable'),
    scrollable: is('scrollable'),
    selected: is('selected'),
  };
}
