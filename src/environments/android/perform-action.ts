import type { Action, ActionOf, Target } from '../../domain/action.js';
import { resolvePoint, type Direction, type Point, type Size } from '../../domain/geometry.js';
import { clearByKeyboard } from './driver/adb-keyboard.js';
import type { AndroidDevice } from './driver/android-device.js';
import { closeApp, isInstalled, openApp, openLink } from './driver/apps.js';
import type { HierarchyDumper } from './driver/hierarchy-dumper.js';
import { pressKeys, pressLong, swipe, tapAt, type Pixel } from './driver/touch.js';
import { typeText } from './driver/type-text.js';

/** Forms of gestures that a benchmark's own harness has; a finger's where nothing is said. */
export interface Gestures {
  /** Milliseconds of a swipe. */
  readonly swipeMs?: number;
  /** Milliseconds of a long press. */
  readonly longPressMs?: number;
  /** The task's app, which HOME and starting anew stop and start again; nobody gets to the launcher. */
  readonly homeRestarts?: string;
  /** Milliseconds between the two halves of an action: the touch and the text, the stop and the start. */
  readonly pauseMs?: number;
}

export interface ActionContext {
  readonly gestures?: Gestures;
  readonly device: AndroidDevice;
  readonly dumper: HierarchyDumper;
  /** Of the screen that the action was decided on. */
  readonly size: Size;
  /** App in front of it; null where nobody knows. */
  readonly package: string | null;
  readonly keyboard: string | null;
  /** Names that agents give apps, and their packages. */
  readonly apps: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

/** What was done: the rule that fired, and what there is to say about it. */
export interface Performed {
  readonly rule: string;
  readonly detail?: string;
}

const SWIPE_MS = 400;
const FLING_MS = 150;
const DRAG_MS = 1000;
/** Share of the screen that a swipe crosses along its axis. */
const DISTANCES = { short: 0.2, medium: 0.4, long: 0.7 } as const;
const LONGEST_WAIT_MS = 10_000;
/** Presses of DEL where no keyboard for adb empties a field. */
const DELETED_AT_ONCE = 50;

/**
 * Performs an action. One that the device cannot do, or that names nothing, does nothing and says so: an outcome, not an
 * error.
 *
 * @throws {DeviceFaultError} where the device is at fault
 */
export async function performAction(action: Action, context: ActionContext): Promise<Performed> {
  switch (action.type) {
    case 'tap':
      return await atTarget(action.target, context, (at) =>
        tapAt(context.device, at, action.count ?? 1, context.signal),
      );
    case 'long_press':
      return await atTarget(action.target, context, (at) =>
        pressLong(context.device, at, action.durationMs ?? context.gestures?.longPressMs, context.signal),
      );
    case 'swipe':
      return await performSwipe(action, context);
    case 'type':
      return await performTyping(action, context);
    case 'clear_text':
      await emptyField(context);
      return { rule: 'performed' };
    case 'key':
      return await performKey(action.key, context);
    case 'open_app':
      return await performOpening(action.app, context);
    case 'open_url':
      await openLink(context.device, action.url, context.signal);
      return { rule: 'performed' };
    case 'previous_app':
      await pressKeys(context.device, ['KEYCODE_APP_SWITCH', 'KEYCODE_APP_SWITCH'], context.signal);
      return { rule: 'performed' };
    case 'restart_app':
      return await performRestart(context);
    case 'wait':
      await context.device.clock.pass(Math.min(action.durationMs ?? 1000, LONGEST_WAIT_MS), context.signal);
      return { rule: 'performed' };
    case 'grid_overlay':
    case 'answer':
    case 'ask_user':
    case 'memo':
    case 'replan':
    case 'stop':
    case 'foreign':
      return { rule: 'no_effect', detail: `${action.type} does nothing on a device` };
    default:
      return action satisfies never;
  }
}

async function atTarget(
  target: Target,
  { size }: ActionContext,
  act: (at: Pixel) => Promise<void>,
): Promise<Performed> {
  const at = pixelOf(target, size);
  if (!Array.isArray(at)) return at as Performed;
  await act(at as unknown as Pixel);
  return { rule: 'performed' };
}

/** The pixel of a target, or why there is none. */
function pixelOf(target: Target, size: Size): Pixel | Performed {
  if (target.type !== 'point')
    return { rule: 'no_effect', detail: `no position for a target by ${target.type}` };
  if (target.inBounds === false) return { rule: 'out_of_bounds' };
  return resolvePoint(target.point, size).pixel ?? { rule: 'out_of_bounds' };
}

async function performSwipe(action: ActionOf<'swipe'>, context: ActionContext): Promise<Performed> {
  const { device, size, signal } = context;
  const path = pathOf(action, size);
  if (path === null) return { rule: 'no_effect', detail: 'neither a path nor a direction' };
  const [from, to] = path;
  if (from === undefined || to === undefined) return { rule: 'out_of_bounds' };
  const isDrag = action.style === 'drag';
  const swipeMs = context.gestures?.swipeMs ?? SWIPE_MS;
  const usual = isDrag ? DRAG_MS : action.style === 'fling' ? FLING_MS : swipeMs;
  await swipe(device, from, to, { durationMs: action.durationMs ?? usual, isDrag }, signal);
  return { rule: 'performed' };
}

/** Start and end of a swipe in pixels, undefined where they are off the screen; null where it has neither. */
function pathOf(
  { from, to, at, target, direction, distance = 'medium' }: ActionOf<'swipe'>,
  size: Size,
): readonly [Pixel | undefined, Pixel | undefined] | null {
  const pixel = (point: Point): Pixel | undefined => resolvePoint(point, size).pixel;
  if (from !== undefined && to !== undefined) return [pixel(from), pixel(to)];
  if (direction === null) return null;
  const given = from ?? at ?? (target?.type === 'point' ? target.point : undefined);
  const middle = given === undefined ? ([size.width >> 1, size.height >> 1] as const) : pixel(given);
  if (middle === undefined) return [undefined, undefined];
  return alongAxis(middle, direction, DISTANCES[distance], { size, isStart: from !== undefined });
}

function alongAxis(
  [x, y]: Pixel,
  direction: Direction,
  share: number,
  { size, isStart }: { readonly size: Size; readonly isStart: boolean },
): readonly [Pixel, Pixel] {
  const isAcross = direction === 'left' || direction === 'right';
  const length = Math.round((isAcross ? size.width : size.height) * share);
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  const before = isStart ? 0 : -Math.round(length / 2);
  const point = (by: number): Pixel => {
    const moved = isAcross ? [x + sign * by, y] : [x, y + sign * by];
    return [clamp(moved[0] ?? 0, size.width), clamp(moved[1] ?? 0, size.height)];
  };
  return [point(before), point(before + length)];
}

function clamp(value: number, length: number): number {
  return Math.min(Math.max(value, 0), length - 1);
}

async function performTyping(action: ActionOf<'type'>, context: ActionContext): Promise<Performed> {
  if (action.target !== undefined) {
    const tapped = await atTarget(action.target, context, (at) =>
      tapAt(context.device, at, 1, context.signal),
    );
    if (tapped.rule !== 'performed') return tapped;
    await pause(context);
  }
  if (action.clear === true) await emptyField(context);
  const result = await typeText(action.text, context);
  if (action.submit === true) await pressKeys(context.device, ['KEYCODE_ENTER'], context.signal);
  return result === 'unseen'
    ? { rule: 'performed', detail: 'no field shows the text' }
    : { rule: 'performed' };
}

async function emptyField({ device, keyboard, signal }: ActionContext): Promise<void> {
  if (keyboard !== null) return await clearByKeyboard(device, keyboard, signal);
  const keys = Array.from({ length: DELETED_AT_ONCE }, () => 'KEYCODE_DEL');
  await pressKeys(device, ['KEYCODE_MOVE_END', ...keys], signal);
}

async function performKey(name: string, context: ActionContext): Promise<Performed> {
  const { device, gestures, signal } = context;
  const key = name.toUpperCase().replace(/^KEYCODE_/, '');
  if (key === 'HOME' && gestures?.homeRestarts !== undefined) return await performRestart(context);
  if (!/^\w{1,40}$/.test(key)) return { rule: 'no_effect', detail: 'no name of a key' };
  await pressKeys(device, [/^\d+$/.test(key) ? key : `KEYCODE_${key}`], signal);
  return { rule: 'performed' };
}

async function performOpening(app: string, { device, apps, signal }: ActionContext): Promise<Performed> {
  const named = apps.get(app.trim().toLowerCase()) ?? app.trim();
  const isPackage = /^[A-Za-z]\w*(?:\.\w+)+$/.test(named);
  if (!isPackage || !(await isInstalled(device, named, signal))) {
    return { rule: 'no_effect', detail: 'no such app is installed' };
  }
  const isInFront = await openApp(device, named, null, signal);
  return isInFront ? { rule: 'performed' } : { rule: 'performed', detail: 'another app came to the front' };
}

async function performRestart(context: ActionContext): Promise<Performed> {
  const { device, gestures, signal } = context;
  const app = gestures?.homeRestarts ?? context.package;
  if (app === null) return { rule: 'no_effect', detail: 'nobody knows which app is in front' };
  await closeApp(device, app, signal);
  await pause(context);
  await openApp(device, app, null, signal);
  return { rule: 'performed' };
}

async function pause({ device, gestures: { pauseMs = 0 } = {}, signal }: ActionContext): Promise<void> {
  if (pauseMs > 0) await device.clock.pass(pauseMs, signal);
}
