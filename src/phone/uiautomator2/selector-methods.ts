import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { childMethods } from './child-methods.js';
import { invalidParams, RpcError, type RpcMethod } from './json-rpc.js';
import { NodeFinder } from './node-finder.js';
import { FAILED, type RpcContext } from './rpc-context.js';
import { scrollMethods } from './scroll-methods.js';
import { pathOn, Scrolling, STEP_MS, type Way } from './scrolling.js';

const SOURCE = 'uiautomator2';

const LONG_CLICK_MS = 1000;

/** Pixels between a corner that is clicked, or the end of a swipe, and the sides. Source: AndroidX `UiObject`. */
const MARGIN = 5;
/** Narrowest node that two fingers fit on, pixels. Source: AndroidX `UiObject`, `FINGER_TOUCH_HALF_WIDTH`. */
const TWO_FINGERS = 40;

/** Longest that a client may wait for something, milliseconds. */
const LONGEST_WAIT = 600_000;

const WAYS: Readonly<Record<string, Way>> = { u: 'up', d: 'down', l: 'left', r: 'right' };

type Methods = readonly (readonly [name: string, method: RpcMethod])[];

/**
 * Methods that take a selector or the name of an object first, over the recorded hierarchy. Each counts as an
 * observation.
 */
export function selectorMethods({ controls, signal }: RpcContext): ReadonlyMap<string, RpcMethod> {
  const finder = new NodeFinder(controls, signal);
  const scrolling = new Scrolling(controls, finder, signal);
  return new Map<string, RpcMethod>([
    ...lookMethods(finder, controls, signal),
    ...touchMethods(finder, controls),
    ...scrollMethods(scrolling),
    ...childMethods(finder, scrolling),
    ...textMethods(finder, controls),
  ]);
}

function lookMethods(finder: NodeFinder, controls: RpcContext['controls'], signal: AbortSignal): Methods {
  /** Whether it comes to be so. Nothing changes on its own but what looking or waiting changes. */
  const wait = async (given: unknown, timeout: unknown, wanted: boolean): Promise<boolean> => {
    if ((await finder.exists(given)) === wanted) return true;
    const milliseconds = typeof timeout === 'number' ? Math.min(Math.max(timeout, 0), LONGEST_WAIT) : 0;
    if (milliseconds === 0) return false;
    await controls.clock.pass(milliseconds, { signal });
    return (await finder.exists(given)) === wanted;
  };
  return [
    ['exist', ([selector]) => finder.exists(selector)],
    ['count', async ([selector]) => (await finder.all(selector)).length],
    ['objInfo', async ([selector]) => objectInfo(await finder.one(selector))],
    ['objInfoOfAllInstances', async ([selector]) => (await finder.all(selector)).map(objectInfo)],
    ['waitForExists', ([selector, timeout]) => wait(selector, timeout, true)],
    ['waitUntilGone', ([selector, timeout]) => wait(selector, timeout, false)],
    ['getText', async ([selector]) => (await finder.one(selector)).attribute('text') ?? ''],
  ];
}

function touchMethods(finder: NodeFinder, controls: RpcContext['controls']): Methods {
  const tap = async (given: unknown, corner?: unknown): Promise<boolean> => {
    const place = placeOn(await finder.one(given), corner);
    if (place === null) return false;
    await controls.gesture({ type: 'tap', x: place[0], y: place[1] });
    return true;
  };
  /** What two fingers do. No recorded world has a word for it, so it is looked for, kept, and changes nothing. */
  const twoFingers =
    (name: string, width: number): RpcMethod =>
    async ([given]) => {
      const [left, , right] = (await finder.one(given)).bounds;
      if (right - left <= width) {
        throw new RpcError(
          FAILED,
          'java.lang.IllegalStateException: Object width is too small for operation',
        );
      }
      controls.note('ignored', `uiautomator2 ${name}: two fingers`);
      return true;
    };
  return [
    ['click', ([selector, corner]) => tap(selector, corner)],
    ['clickAndWaitForNewWindow', ([selector]) => tap(selector)],
    [
      'longClick',
      async ([selector, corner]) => {
        const place = placeOn(await finder.one(selector), corner);
        if (place === null) return false;
        await controls.gesture({ type: 'swipe', from: place, to: place, durationMs: LONG_CLICK_MS });
        return true;
      },
    ],
    [
      'swipe',
      async ([selector, direction, ...rest]) => {
        const way = typeof direction === 'string' ? WAYS[direction.slice(0, 1).toLowerCase()] : undefined;
        if (way === undefined) throw invalidParams('no such direction');
        const [from, to] = pathOn((await finder.one(selector)).bounds, way, [MARGIN, MARGIN]);
        // Where a share of the node comes first, it is left as it is: directions are what worlds go by.
        const steps = rest.length > 1 ? rest[1] : rest[0];
        const durationMs = (typeof steps === 'number' ? steps : 10) * STEP_MS;
        await controls.gesture({ type: 'swipe', from, to, durationMs });
        return true;
      },
    ],
    [
      'dragTo',
      async ([selector, x, y, steps]) => {
        const { centre } = await finder.one(selector);
        const isPlace = typeof x === 'number' && typeof y === 'number';
        const to: readonly [number, number] = isPlace ? [x, y] : (await finder.one(x)).centre;
        const count = isPlace ? steps : y;
        const durationMs = (typeof count === 'number' ? count : 100) * STEP_MS;
        await controls.gesture({ type: 'drag', from: centre, to, durationMs });
        return true;
      },
    ],
    ['gesture', twoFingers('gesture', -1)],
    ['pinchIn', twoFingers('pinchIn', TWO_FINGERS)],
    ['pinchOut', twoFingers('pinchOut', TWO_FINGERS)],
  ];
}

function textMethods(finder: NodeFinder, controls: RpcContext['controls']): Methods {
  return [
    [
      'setText',
      async ([selector, text]) => {
        const field = await finder.one(selector);
        // What the field holds is replaced. A field that was recorded empty needs no emptying, which would be an action.
        if (text === '' || field.text !== '') await controls.clearText(SOURCE);
        if (typeof text === 'string' && text !== '') await controls.type(text, SOURCE);
        return true;
      },
    ],
    [
      'clearTextField',
      async ([selector]) => {
        await finder.one(selector);
        await controls.clearText(SOURCE);
        return true;
      },
    ],
  ];
}

/** Where a finger touches a node: its middle, or close to a corner; null for an unknown corner. */
function placeOn(node: UiNode, corner: unknown): readonly [number, number] | null {
  const [left, top, right, bottom] = node.bounds;
  switch (typeof corner === 'string' ? corner.toLowerCase() : 'center') {
    case 'center':
      return node.centre;
    case 'tl':
    case 'topleft':
      return [left + MARGIN, top + MARGIN];
    case 'br':
    case 'bottomright':
      return [right - MARGIN, bottom - MARGIN];
    default:
      return null;
  }
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
