import type { Box } from '../../domain/geometry.js';
import type { PhoneControls } from '../device/phone-controls.js';
import type { NodeFinder } from './node-finder.js';
import { selectorFrom, type GivenSelector } from './object-names.js';

/** Milliseconds of a step of a swipe. Source: AndroidX `InteractionController`. */
export const STEP_MS = 5;

/** Source: AndroidX `UiScrollable`. */
const SCROLL_STEPS = 55;
const MOST_SEARCH_SWIPES = 30;
/** Share of a list at either end that no finger goes to. */
const DEAD_ZONE = 0.1;

/** Swipes of one call at most. */
const MOST_SWIPES = 500;

/** Where the finger goes. */
export type Way = 'up' | 'down' | 'left' | 'right';

interface ScrollOptions {
  readonly isVertical: boolean;
  readonly steps?: number;
}

/**
 * Scrolls lists as a phone does, by swipes on them, one after the other. Each is an action.
 *
 * Source: AndroidX `UiScrollable`. Deviation: a list has scrolled when the screen is another one afterwards; on a phone,
 * events say so.
 */
export class Scrolling {
  readonly #controls: PhoneControls;
  readonly #finder: NodeFinder;
  readonly #signal: AbortSignal;

  constructor(controls: PhoneControls, finder: NodeFinder, signal: AbortSignal) {
    this.#controls = controls;
    this.#finder = finder;
    this.#signal = signal;
  }

  /** One swipe; whether the list has scrolled. */
  async once(list: unknown, isForward: boolean, { isVertical, steps }: ScrollOptions): Promise<boolean> {
    const { bounds } = await this.#finder.one(list);
    const before = this.#controls.display.screen.id;
    const forward = isVertical ? 'up' : 'left';
    const backward = isVertical ? 'down' : 'right';
    const [left, top, right, bottom] = bounds;
    const [from, to] = pathOn(bounds, isForward ? forward : backward, [
      Math.trunc((right - left) * DEAD_ZONE),
      Math.trunc((bottom - top) * DEAD_ZONE),
    ]);
    const durationMs = Math.max(steps ?? SCROLL_STEPS, 0) * STEP_MS;
    await this.#controls.gesture({ type: 'swipe', from, to, durationMs });
    return this.#controls.display.screen.id !== before;
  }

  /** Until the list scrolls no more, or `most` swipes are done. */
  async toEdge(list: unknown, isForward: boolean, most: number, options: ScrollOptions): Promise<true> {
    for (let count = 0; count < Math.min(most, MOST_SWIPES) && !this.#signal.aborted; count += 1) {
      if (!(await this.once(list, isForward, options))) break;
    }
    return true;
  }

  /** Until what is looked for in the list is there: where it is not, from the beginning on. False where it is nowhere. */
  async intoView(list: GivenSelector, target: GivenSelector, options: ScrollOptions): Promise<boolean> {
    const wanted = selectorFrom(list, 'child', target);
    if (await this.#finder.exists(wanted)) return true;
    await this.toEdge(list, false, MOST_SEARCH_SWIPES, options);
    if (await this.#finder.exists(wanted)) return true;
    for (let count = 0; count < MOST_SEARCH_SWIPES && !this.#signal.aborted; count += 1) {
      const hasScrolled = await this.once(list, true, options);
      if (await this.#finder.exists(wanted)) return true;
      if (!hasScrolled) return false;
    }
    return false;
  }
}

/** From one side of a box to the other through its middle, each end so many pixels from its side. */
export function pathOn(
  [left, top, right, bottom]: Box,
  way: Way,
  [marginX, marginY]: readonly [x: number, y: number],
): readonly [from: readonly [number, number], to: readonly [number, number]] {
  const [x, y] = [Math.trunc((left + right) / 2), Math.trunc((top + bottom) / 2)];
  switch (way) {
    case 'up':
      return [
        [x, bottom - marginY],
        [x, top + marginY],
      ];
    case 'down':
      return [
        [x, top + marginY],
        [x, bottom - marginY],
      ];
    case 'left':
      return [
        [right - marginX, y],
        [left + marginX, y],
      ];
    case 'right':
      return [
        [left + marginX, y],
        [right - marginX, y],
      ];
    default:
      return way satisfies never;
  }
}
