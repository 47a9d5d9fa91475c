import type { Target } from '../../place.js';
import { pressKey } from './fields.js';
import { ListDrag, listIn } from './lists.js';

/** Milliseconds until a finger that rests holds, and CSS pixels from which one that moves swipes. */
const HOLD_MS = 500;
const SWIPE_FROM = 40;

/** What fingers do to the phone. */
export interface TouchEvents {
  goTo(target: Target): void;
  /** An icon of the home screen. @param app the app's name */
  openApp(app: string): void;
  rested(position: number): void;
  dismiss(): void;
}

interface Finger {
  readonly x: number;
  readonly y: number;
  readonly on: Element | null;
  readonly drag: ListDrag | null;
  readonly timer: number;
}

/** Listens for taps, held fingers, swipes and keys. */
export function listen(root: HTMLElement, events: TouchEvents): void {
  let finger: Finger | null = null;
  /** The finger held or swiped: the click that may follow is none. */
  let isSpent = false;

  root.addEventListener('touchstart', ({ touches: [touch], target }) => {
    if (touch === undefined) return;
    const on = target instanceof Element ? target : null;
    const list = listIn(root);
    isSpent = false;
    const timer = window.setTimeout(() => {
      const held = targetOf(on, 'hold');
      if (held === null) return;
      isSpent = true;
      events.goTo(held);
    }, HOLD_MS);
    const drag = list !== null && on !== null && list.contains(on) ? new ListDrag(list) : null;
    finger = { x: touch.clientX, y: touch.clientY, on, drag, timer };
  });

  root.addEventListener('touchmove', ({ touches: [touch] }) => {
    if (touch === undefined || finger === null) return;
    const [dx, dy] = [touch.clientX - finger.x, touch.clientY - finger.y];
    if (Math.hypot(dx, dy) > SWIPE_FROM / 4) clearTimeout(finger.timer);
    finger.drag?.move(-dy);
  });

  const lift = ({ changedTouches: [touch] }: TouchEvent): void => {
    if (touch === undefined || finger === null) return;
    const { x, y, drag, timer } = finger;
    finger = null;
    clearTimeout(timer);
    const [dx, dy] = [touch.clientX - x, touch.clientY - y];
    if (isSpent || Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE_FROM) return;
    isSpent = true;
    const direction = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? 'left' : 'right') : dy < 0 ? 'up' : 'down';
    const swiped = scopeOf(root).querySelector<HTMLElement>(`[data-swipe-${direction}]`);
    const target = parse(swiped?.getAttribute(`data-swipe-${direction}`) ?? undefined);
    if (target !== null) events.goTo(target);
    else drag?.end((position) => events.rested(position));
  };
  root.addEventListener('touchend', lift);
  root.addEventListener('touchcancel', lift);

  // A touch beside a field leaves the focus where it is: the keyboard stays.
  root.addEventListener('mousedown', (event) => {
    if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) {
      event.preventDefault();
    }
  });
  root.addEventListener('contextmenu', (event) => event.preventDefault());
  root.addEventListener('click', ({ target }) => {
    if (isSpent || !(target instanceof Element)) return;
    const key = target.closest<HTMLElement>('#keyboard .key');
    if (key !== null) pressKey(key);
    else if (target.closest('[data-dismiss]') !== null) events.dismiss();
    else tap(target, events);
  });
}

function tap(on: Element, events: TouchEvents): void {
  const touched = on.closest<HTMLElement>('[data-tap], [data-app], [data-cover]');
  const target = parse(touched?.dataset['tap']);
  const app = touched?.dataset['app'];
  if (target !== null) events.goTo(target);
  else if (app !== undefined) events.openApp(app);
}

/** Where the nearest element that can be held leads. */
function targetOf(on: Element | null, kind: 'hold'): Target | null {
  return parse(on?.closest<HTMLElement>(`[data-${kind}]`)?.dataset[kind]);
}

function scopeOf(root: HTMLElement): ParentNode {
  return [...root.querySelectorAll('[data-window]')].at(-1) ?? root;
}

function parse(text: string | undefined): Target | null {
  // Written by `place.ts` into the page.
  return text === undefined ? null : (JSON.parse(text) as Target);
}
