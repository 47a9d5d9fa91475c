/** How a screen was left for another one. */
export type Leaving =
  /** What has the same title came instead of it, such as after a switch was turned. */
  | 'change'
  /** Something led to where it was opened from, such as a form that was saved. */
  | 'return'
  | 'onward';

/** A screen that was left. */
export interface LeftScreen {
  readonly capture: number;
  readonly title: string;
  readonly how: Leaving;
  /** Title of what came then. */
  readonly next: string;
}

/** Failures that are forgiven before BACK is not relied on. */
const FORGIVEN: Readonly<Record<Leaving, number>> = { change: 0, return: 0, onward: 3 };

/**
 * Where BACK is expected to lead. Phones differ: some go back over every change, others from page to page, and a form that was saved
 * may be gone. What holds is learned from where BACK did lead.
 */
export class BackWays {
  #left: LeftScreen[] = [];
  readonly #tallies: Record<Leaving, { hits: number; misses: number }> = {
    change: { hits: 0, misses: 0 },
    return: { hits: 0, misses: 0 },
    onward: { hits: 0, misses: 0 },
  };

  /** Captures of the screens that BACK is expected to lead to, the latest last. */
  get before(): readonly number[] {
    return this.#expected().map(({ capture }) => capture);
  }

  left(screen: LeftScreen): void {
    this.#left.push(screen);
  }

  /** BACK was pressed. @param isThere whether a screen of before is the one that it led to */
  wentBack(isThere: (capture: number) => boolean): void {
    const expected = this.#expected();
    const last = expected.at(-1);
    if (last === undefined) return;
    const isRight = isThere(last.capture);
    this.#tallies[last.how][isRight ? 'hits' : 'misses'] += 1;
    const found = isRight ? last : expected.findLast(({ capture }) => isThere(capture));
    this.#left = found === undefined ? [] : this.#left.slice(0, this.#left.indexOf(found));
  }

  /** BACK leads to nothing that is known. */
  forget(): void {
    this.#left = [];
  }

  #expected(): LeftScreen[] {
    const expected: LeftScreen[] = [];
    for (const screen of this.#left) {
      if (this.#isRelied(screen.how)) expected.push(screen);
      else if (screen.how === 'onward') expected.length = 0;
      else if (screen.how === 'return') {
        const opened = expected.findLastIndex(({ title }) => title === screen.next);
        expected.length = Math.max(opened, 0);
      }
    }
    return expected;
  }

  #isRelied(how: Leaving): boolean {
    const { hits, misses } = this.#tallies[how];
    return misses <= hits + FORGIVEN[how];
  }
}
