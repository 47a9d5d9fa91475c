import type { PhoneControls } from '../device/phone-controls.js';
import { displaySize } from '../screens/display-size.js';
import { hierarchyText } from '../screens/hierarchy-text.js';
import { ANDROID_SDK } from '../tools/system/properties.js';
import { keyCodeOf } from '../tools/input/key-codes.js';
import { invalidParams, RpcError, type RpcMethod } from './json-rpc.js';
import { FAILED, type RpcContext } from './rpc-context.js';
import { STEP_MS } from './scrolling.js';
import { selectorMethods } from './selector-methods.js';

/** Keys by the names of uiautomator. Source: android-uiautomator-server, `AutomatorServiceImpl.pressKey`. */
const KEYS: Readonly<Record<string, string>> = {
  home: 'HOME',
  back: 'BACK',
  left: 'DPAD_LEFT',
  right: 'DPAD_RIGHT',
  up: 'DPAD_UP',
  down: 'DPAD_DOWN',
  center: 'DPAD_CENTER',
  menu: 'MENU',
  search: 'SEARCH',
  enter: 'ENTER',
  delete: 'DEL',
  del: 'DEL',
  recent: 'APP_SWITCH',
  volume_up: 'VOLUME_UP',
  volume_down: 'VOLUME_DOWN',
  volume_mute: 'VOLUME_MUTE',
  camera: 'CAMERA',
  power: 'POWER',
};

const MOTIONS = ['down', 'up', 'move'] as const;

const CONFIGURATION = {
  actionAcknowledgmentTimeout: 500,
  keyInjectionDelay: 0,
  scrollAcknowledgmentTimeout: 200,
  waitForIdleTimeout: 0,
  waitForSelectorTimeout: 0,
};

/** Keys that are held with another one, by the bits of a key event's meta state. Source: AOSP `KeyEvent.java`. */
const HELD_KEYS: readonly (readonly [bit: number, key: string])[] = [
  [0x1, 'SHIFT_LEFT'],
  [0x2, 'ALT_LEFT'],
  [0x1000, 'CTRL_LEFT'],
];

/** Methods with the same answer on every screen: a recorded one has no watchers, toasts or idle time. */
const STILL: Readonly<Record<string, RpcMethod>> = {
  isScreenOn: () => true,
  getConfigurator: () => CONFIGURATION,
  setConfigurator: () => CONFIGURATION,
  getWatchers: () => [],
  hasWatcher: () => false,
  hasWatcherTriggered: () => false,
  hasAnyWatcherTriggered: () => false,
  removeWatcher: () => null,
  resetWatcherTriggers: () => null,
  runWatchers: () => null,
  getLastToast: () => null,
  clearLastToast: () => null,
  getLastTraversedText: () => null,
  clearLastTraversedText: () => null,
  waitForIdle: () => null,
  waitForWindowUpdate: () => false,
};

/** Taken, noted and of no effect: no recorded world has a word for them. */
const ABSORBED = [
  'wakeUp',
  'sleep',
  'setOrientation',
  'freezeRotation',
  'openNotification',
  'openQuickSettings',
] as const;

/**
 * The methods that are called over JSON-RPC. A method may take a place, or a selector or the name of an object, which its
 * first argument tells.
 *
 * Source: android-uiautomator-server, `AutomatorService.java`.
 */
export function rpcMethods(context: RpcContext): ReadonlyMap<string, RpcMethod> {
  const { controls } = context;
  const selectors = selectorMethods(context);
  const absorbed = ABSORBED.map((name): [string, RpcMethod] => [
    name,
    () => {
      controls.note('absorbed', `uiautomator2 ${name}`);
      return true;
    },
  ]);
  const methods = {
    ...lookMethods(context),
    ...touchMethods(context, selectors),
    ...keyMethods(context),
    ...STILL,
  };
  return new Map([...selectors, ...Object.entries(methods), ...absorbed]);
}

function lookMethods({ controls, pictures, signal }: RpcContext): Record<string, RpcMethod> {
  return {
    ping: () => 'pong',
    deviceInfo: () => deviceInfo(controls),
    dumpWindowHierarchy: async () => {
      const text = await hierarchyText(await controls.look('hierarchy'), {
        missing: controls.options.hierarchy,
        size: displaySize(controls),
        package: controls.component.split('/', 1)[0] ?? '',
        signal,
      });
      if (text === null) throw new RpcError(FAILED, 'ERROR: could not get idle state.');
      return text;
    },
    takeScreenshot: async () => {
      const seen = await controls.look('screenshot');
      const bytes = await pictures.png(seen, displaySize(controls), controls.options.screenshots);
      return Buffer.from(bytes).toString('base64');
    },
  };
}

function touchMethods(
  { controls }: RpcContext,
  selectors: ReadonlyMap<string, RpcMethod>,
): Record<string, RpcMethod> {
  /** By selector or name unless the first argument is a number. */
  const either =
    (name: string, byPlace: RpcMethod): RpcMethod =>
    (params) =>
      (typeof params[0] === 'number' ? byPlace : (selectors.get(name) ?? byPlace))(params);
  return {
    click: either('click', async (params) => {
      const [x, y] = point(params, 0);
      const durationMs = params[2] === undefined ? null : number(params, 2);
      await controls.gesture(
        durationMs === null ? { type: 'tap', x, y } : { type: 'swipe', from: [x, y], to: [x, y], durationMs },
      );
      return true;
    }),
    swipe: either('swipe', async (params) => {
      const durationMs = number(params, 4) * STEP_MS;
      await controls.gesture({ type: 'swipe', from: point(params, 0), to: point(params, 2), durationMs });
      return true;
    }),
    drag: async (params) => {
      const durationMs = number(params, 4) * STEP_MS;
      await controls.gesture({ type: 'drag', from: point(params, 0), to: point(params, 2), durationMs });
      return true;
    },
    swipePoints: async (params) => {
      const places = Array.isArray(params[0]) ? (params[0] as readonly unknown[]) : [];
      if (places.length < 4) throw invalidParams('two points at least');
      const last = places.length - 2 - (places.length % 2);
      const durationMs = (last / 2) * number(params, 1) * STEP_MS;
      await controls.gesture({ type: 'swipe', from: point(places, 0), to: point(places, last), durationMs });
      return true;
    },
    injectInputEvent: async (params) => {
      const type = MOTIONS[number(params, 0)];
      if (type === undefined) throw invalidParams('no such motion');
      const [x, y] = point(params, 1);
      await controls.gesture({ type, x, y });
      return true;
    },
  };
}

function keyMethods({ controls }: RpcContext): Record<string, RpcMethod> {
  return {
    pressKey: async ([name]) => {
      const key = typeof name === 'string' && Object.hasOwn(KEYS, name) ? KEYS[name] : undefined;
      if (key === undefined) return false;
      await controls.keys([keyCodeOf(key)]);
      return true;
    },
    pressKeyCode: async (params) => {
      const code = number(params, 0);
      const state = params[1] === undefined || params[1] === null ? 0 : number(params, 1);
      const held = HELD_KEYS.filter(([bit]) => (state & bit) !== 0).map(([, key]) => keyCodeOf(key));
      if (held.length > 0) await controls.keysTogether([...held, code]);
      else await controls.keys([code]);
      return true;
    },
    setClipboard: ([, text]) => {
      controls.clipboard = typeof text === 'string' ? text : '';
      return null;
    },
    getClipboard: () => controls.clipboard,
    pasteClipboard: async () => {
      await controls.keys([keyCodeOf('PASTE')]);
      return null;
    },
    clearInputText: async () => {
      await controls.clearText('uiautomator2');
      return null;
    },
  };
}

function deviceInfo(controls: PhoneControls): object {
  const { width, height } = displaySize(controls);
  const { density, product } = controls.profile;
  return {
    currentPackageName: controls.component.split('/', 1)[0] ?? '',
    displayHeight: height,
    displayRotation: 0,
    displaySizeDpX: Math.round((width * 160) / density),
    displaySizeDpY: Math.round((height * 160) / density),
    displayWidth: width,
    productName: product,
    screenOn: true,
    sdkInt: ANDROID_SDK,
    naturalOrientation: true,
  };
}

function number(params: readonly unknown[], index: number): number {
  const value = params[index];
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw invalidParams(`argument ${index} is no number`);
  return value;
}

function point(params: readonly unknown[], index: number): [number, number] {
  return [number(params, index), number(params, index + 1)];
}
