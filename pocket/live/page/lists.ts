/** How far one swipe moves a list, as a share of its height, and what is not worth one; as the recorded screens have it. */
const SWIPE_SHARE = 0.75;
const SCROLL_SLACK = 6;
/** CSS pixels that a finger moves before a list follows, and milliseconds in which the list comes to rest. */
const SLOP = 12;
const REST_MS = 120;

/** The list that a swipe moves: that of the part in front. */
export function listIn(root: HTMLElement): HTMLElement | null {
  const front = [...root.querySelectorAll<HTMLElement>('[data-window]')].at(-1);
  const list = (front ?? root).querySelector<HTMLElement>('[data-scroll]');
  return list !== null && mostOf(list) > SCROLL_SLACK ? list : null;
}

function mostOf(list: HTMLElement): number {
  return list.scrollHeight - list.clientHeight;
}

function strideOf(list: HTMLElement): number {
  return Math.floor(list.clientHeight * SWIPE_SHARE);
}

/** Puts a list at one of its resting positions; 0 is the top. */
export function putAt(list: HTMLElement, position: number): void {
  list.scrollTop = topOf(list, position);
}

/** Number of the resting position that is nearest. */
export function positionOf(list: HTMLElement): number {
  const positions = Math.ceil(mostOf(list) / strideOf(list));
  const all = Array.from({ length: positions + 1 }, (_, index) =>
    Math.abs(topOf(list, index) - list.scrollTop),
  );
  return all.indexOf(Math.min(...all));
}

function topOf(list: HTMLElement, position: number): number {
  return Math.min(Math.max(position, 0) * strideOf(list), Math.max(mostOf(list), 0));
}

/** A finger that moves a list: the list follows it, then comes to rest one position on, or more where the finger went further. */
export class ListDrag {
  readonly #list: HTMLElement;
  readonly #from: number;
  readonly #top: number;
  #moved = 0;

  constructor(list: HTMLElement) {
    this.#list = list;
    this.#from = positionOf(list);
    this.#top = list.scrollTop;
  }

  /** @param by CSS pixels that the finger is above where it began */
  move(by: number): void {
    this.#moved = by;
    if (Math.abs(by) > SLOP) this.#list.scrollTop = this.#top + by;
  }

  /** Comes to rest, then calls back with the position; where the finger hardly moved, nothing happens. */
  end(rested: (position: number) => void): void {
    if (Math.abs(this.#moved) <= SLOP) return;
    const list = this.#list;
    const steps = Math.max(Math.round(Math.abs(this.#moved) / strideOf(list)), 1);
    const goal = topOf(list, this.#from + Math.sign(this.#moved) * steps);
    const [start, began] = [list.scrollTop, performance.now()];
    // Says to whoever waits for a screen to come to rest that this one has not yet.
    list.animate({ opacity: [1, 1] }, 2 * REST_MS);
    const frame = (now: number): void => {
      const share = Math.min(Math.max(now - began, 0) / REST_MS, 1);
      list.scrollTop = start + (goal - start) * share;
      if (share < 1) requestAnimationFrame(frame);
      else rested(positionOf(list));
    };
    requestAnimationFrame(frame);
  }
}
