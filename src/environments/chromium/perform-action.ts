import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, ActionOf, Target } from '../../domain/action.js';
import { toPixel, type Direction, type Point, type Size } from '../../domain/geometry.js';
import { findApp } from '../../domain/live/live-app.js';
import { inTime, type LivePhone } from './live-phone.js';

/** Milliseconds that a finger rests for a long press, moves for a swipe, and waits where nobody says how long. */
const LONG_PRESS_MS = 800;
const SWIPE_MS = 300;
const WAIT_MS = 1_000;
/** The longest that any of them may take. */
const LONGEST_MS = 30_000;
/** Milliseconds between the two touches of a double tap, and between two moves of a finger. */
const BETWEEN_TAPS_MS = 60;
const FRAME_MS = 16;
/** Way of a swipe without an end, as a share of the screen's side. */
const SHARE_OF_SIDE = { short: 0.2, medium: 0.4, long: 0.6 } as const;

const KEYS: Readonly<Record<string, string>> = {
  ENTER: 'Enter',
  DELETE: 'Backspace',
  DEL: 'Backspace',
  FORWARD_DEL: 'Delete',
  MOVE_HOME: 'Home',
  MOVE_END: 'End',
  PAGE_UP: 'PageUp',
  PAGE_DOWN: 'PageDown',
  ESCAPE: 'Escape',
  DPAD_CENTER: 'Enter',
  SELECT_ALL: 'ControlOrMeta+A',
  COPY: 'ControlOrMeta+C',
  CUT: 'ControlOrMeta+X',
  KEYCODE_DEL: 'Backspace',
  KEYCODE_FORWARD_DEL: 'Delete',
  KEYCODE_ENTER: 'Enter',
  KEYCODE_ESCAPE: 'Escape',
  TAB: 'Tab',
  KEYCODE_TAB: 'Tab',
  SPACE: ' ',
  DPAD_UP: 'ArrowUp',
  DPAD_DOWN: 'ArrowDown',
  DPAD_LEFT: 'ArrowLeft',
  DPAD_RIGHT: 'ArrowRight',
};

/** What came of an action: the rule that fired, and what is to be said about it. */
export interface PerformedAction {
  readonly rule: string;
  readonly detail?: string;
}

type Pixel = readonly [number, number];

/**
 * Does an action on a live phone as a finger and a keyboard would. An action that has no meaning there does nothing, and
 * says so.
 */
export async function performAction(
  phone: LivePhone,
  action: Action,
  signal: AbortSignal,
): Promise<PerformedAction> {
  const { size } = phone.screen;
  switch (action.type) {
    case 'tap': {
      const at = pixelOf(action.target, size);
      if (at === null) return noPosition(action.target);
      for (let count = 0; count < Math.min(action.count ?? 1, 3); count += 1) {
        if (count > 0) await sleep(BETWEEN_TAPS_MS, undefined, { signal });
        await press(phone, at, 0, signal);
      }
      return { rule: 'tap' };
    }
    case 'long_press': {
      const at = pixelOf(action.target, size);
      if (at === null) return noPosition(action.target);
      await press(phone, at, Math.min(action.durationMs ?? LONG_PRESS_MS, LONGEST_MS), signal);
      return { rule: 'long_press' };
    }
    case 'swipe': {
      const way = wayOf(action, size);
      if (way === null)
        return { rule: 'no_position', detail: 'the swipe has neither two ends nor a direction' };
      await drag(phone, way, Math.min(action.durationMs ?? SWIPE_MS, LONGEST_MS), signal);
      return { rule: 'swipe' };
    }
    case 'type':
      return await typeText(phone, action, signal);
    case 'clear_text':
      await clearField(phone);
      return { rule: 'clear_text' };
    case 'key':
      return await pressKey(phone, action.key);
    case 'open_app': {
      const app = findApp(phone.apps, action.app);
      if (app === null)
        return { rule: 'unknown_app', detail: `the phone has no app "${action.app.slice(0, 100)}"` };
      await phone.openApp(app);
      return { rule: 'open_app' };
    }
    case 'open_url':
      return await openUrl(phone, action.url);
    case 'previous_app':
      return (await phone.previousApp())
        ? { rule: 'previous_app' }
        : { rule: 'stayed', detail: 'no other app is open' };
    case 'restart_app': {
      const { app } = phone;
      if (app === null) return { rule: 'stayed', detail: 'no app is in front' };
      await phone.restartApp(app);
      return { rule: 'restart_app' };
    }
    case 'wait':
      await sleep(Math.min(action.durationMs ?? WAIT_MS, LONGEST_MS), undefined, { signal });
      return { rule: 'wait' };
    default:
      return { rule: 'unsupported', detail: `${action.type} does nothing on a live phone` };
  }
}

/** Where a finger goes down; null where the target is no position. */
function pixelOf(target: Target, size: Size): Pixel | null {
  return target.type === 'point' ? onScreen(target.point, size) : null;
}

/** Pixels of the picture; null outside it. */
function onScreen(point: Point, size: Size): Pixel | null {
  const [x, y] = toPixel(point, size);
  return x >= 0 && y >= 0 && x <= size.width && y <= size.height ? [x, y] : null;
}

function noPosition(target: Target): PerformedAction {
  const detail =
    target.type === 'point'
      ? 'the position is outside the screen'
      : `a target of type ${target.type} is no position`;
  return { rule: 'no_position', detail };
}

function wayOf(action: ActionOf<'swipe'>, size: Size): readonly [Pixel, Pixel] | null {
  const aimed = action.target?.type === 'point' ? action.target.point : undefined;
  const start = action.from ?? action.at ?? aimed;
  const from = start === undefined ? ([size.width / 2, size.height / 2] as const) : onScreen(start, size);
  if (from === null) return null;
  if (action.to !== undefined) {
    const to = toPixel(action.to, size);
    return [from, [within(to[0], size.width), within(to[1], size.height)]];
  }
  if (action.direction === null) return null;
  return [from, endOf(from, action.direction, { size, share: SHARE_OF_SIDE[action.distance ?? 'medium'] })];
}

function endOf(
  [x, y]: Pixel,
  direction: Direction,
  { size, share }: { readonly size: Size; readonly share: number },
): Pixel {
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction];
  return [
    within(x + (dx ?? 0) * share * size.width, size.width),
    within(y + (dy ?? 0) * share * size.height, size.height),
  ];
}

/** The nearest coordinate on the screen. */
function within(value: number, length: number): number {
  return Math.min(Math.max(value, 0), length - 1);
}

/** A finger on the page in front; positions are pixels of the picture. */
export async function finger(phone: LivePhone) {
  const session = await phone.session();
  // Touches are told in the page's own pixels.
  const scale = await inTime('read the zoom', () => phone.page.evaluate<number>('visualViewport.scale'));
  const ratio = phone.screen.ratio * scale;
  return async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Pixel): Promise<void> => {
    const touchPoints = at === undefined ? [] : [{ x: at[0] / ratio, y: at[1] / ratio }];
    await inTime('take a touch', () => session.send('Input.dispatchTouchEvent', { type, touchPoints }));
  };
}

async function press(phone: LivePhone, at: Pixel, restMs: number, signal: AbortSignal): Promise<void> {
  const touch = await finger(phone);
  if (restMs === 0) {
    // Sent together: a busy machine must not make a long press of it.
    await Promise.all([touch('touchStart', at), touch('touchEnd')]);
    return;
  }
  await touch('touchStart', at);
  try {
    await sleep(restMs, undefined, { signal });
  } finally {
    await touch('touchEnd');
  }
}

async function drag(
  phone: LivePhone,
  [from, to]: readonly [Pixel, Pixel],
  durationMs: number,
  signal: AbortSignal,
): Promise<void> {
  const moves = Math.max(Math.round(durationMs / FRAME_MS), 2);
  const touch = await finger(phone);
  await touch('touchStart', from);
  try {
    for (let move = 1; move <= moves; move += 1) {
      const share = move / moves;
      await touch('touchMove', [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
      await sleep(FRAME_MS, undefined, { signal });
    }
  } finally {
    await touch('touchEnd');
  }
}

async function typeText(
  phone: LivePhone,
  action: ActionOf<'type'>,
  signal: AbortSignal,
): Promise<PerformedAction> {
  if (action.target !== undefined) {
    const at = pixelOf(action.target, phone.screen.size);
    if (at === null) return noPosition(action.target);
    await press(phone, at, 0, signal);
  }
  if (!(await hasField(phone))) return { rule: 'no_field', detail: 'no field has the focus' };
  if (action.clear === true) await clearField(phone);
  const { keyboard } = phone.page;
  await inTime('take a text', () => keyboard.insertText(action.text));
  if (action.submit === true) await inTime('take a key', () => keyboard.press('Enter'));
  return { rule: 'type' };
}

/** Whether something that takes text has the focus, in a frame of the page too. */
async function hasField(phone: LivePhone): Promise<boolean> {
  const fields = await Promise.all(
    phone.page.frames().map((frame) => frame.evaluate(HAS_FIELD).catch(() => false)),
  );
  return fields.includes(true);
}

/** Runs in the page: follows the focus into shadow roots. */
const HAS_FIELD = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element) return false;
  if (element.isContentEditable || element.tagName === 'TEXTAREA') return !element.readOnly;
  const other = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];
  return element.tagName === 'INPUT' && !element.readOnly && !other.includes(element.type);
})()`;

async function clearField(phone: LivePhone): Promise<void> {
  if (!(await hasField(phone))) return;
  const { keyboard } = phone.page;
  await inTime('take a key', async () => {
    await keyboard.press('ControlOrMeta+A');
    await keyboard.press('Backspace');
  });
}

async function pressKey(phone: LivePhone, key: string): Promise<PerformedAction> {
  const name = key.toUpperCase();
  if (name === 'BACK' || name === 'KEYCODE_BACK') {
    return (await phone.goBack())
      ? { rule: 'back' }
      : { rule: 'stayed', detail: 'nothing lies behind the home screen' };
  }
  if (name === 'HOME' || name === 'KEYCODE_HOME') {
    await phone.goHome();
    return { rule: 'home' };
  }
  if (name === 'APP_SWITCH') {
    return (await phone.previousApp())
      ? { rule: 'previous_app' }
      : { rule: 'stayed', detail: 'no other app is open' };
  }
  if (name === 'CLEAR') {
    await clearField(phone);
    return { rule: 'clear_text' };
  }
  const pressed = KEYS[name];
  if (pressed === undefined)
    return { rule: 'unsupported', detail: `the key ${name.slice(0, 60)} does nothing here` };
  await inTime('take a key', () => phone.page.keyboard.press(pressed));
  return { rule: 'key' };
}

async function openUrl(phone: LivePhone, url: string): Promise<PerformedAction> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return { rule: 'unsupported', detail: 'only http and https addresses are opened' };
  }
  return (await phone.goTo(url)) ? { rule: 'open_url' } : { rule: 'stayed', detail: 'no app is in front' };
}
