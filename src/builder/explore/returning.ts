import type { Action } from '../../domain/action.js';
import type { ScreenSketch } from './screen-sketch.js';
import { touchedKey } from './touched-key.js';

/** Where a screen was opened from, by what opened it. */
export interface Opener {
  readonly title: string;
  /** State that it was opened from. */
  readonly from: number;
  readonly action: Action;
  /** What was touched there. */
  readonly touched: string;
}

/**
 * What a screen leads back to that looks the same wherever it is opened, such as a sheet with choices for the thing below it: what
 * changed one thing there is to be tried for the others.
 */
export class Returning {
  /** By title. */
  readonly #openers = new Map<string, Opener>();
  /** Titles that something was tried for, by offer. */
  readonly #tried = new Map<string, Set<string>>();
  /** What had opened the screen when something led back to a change. */
  readonly #touched = new Set<string>();

  /** Where it was opened from when it was seen first. */
  get first(): Opener | undefined {
    return this.#openers.values().next().value;
  }

  /** @param title of a screen */
  wasOpenedFrom(title: string): boolean {
    return this.#openers.has(title);
  }

  opened(from: { readonly id: number; readonly sketch: ScreenSketch }, action: Action): Opener {
    const { title } = from.sketch;
    const opener = { title, from: from.id, action, touched: touchedKey(from.sketch, action) };
    if (!this.#openers.has(title)) this.#openers.set(title, opener);
    return opener;
  }

  /** Something was done while it was open. @param isChange whether it led back to where it was opened, changed in a way that is new */
  did(offer: string, { title, touched }: Opener, isChange: boolean): void {
    const tried = this.#tried.get(offer);
    if (tried !== undefined) tried.add(title);
    else if (isChange) this.#tried.set(offer, new Set([title]));
    if (isChange) this.#touched.add(touched);
  }

  /** What is still to be tried, with where the screen is to be opened for it. */
  *left(): Iterable<{ readonly offer: string; readonly opener: Opener }> {
    for (const [offer, titles] of this.#tried) {
      for (const opener of this.#openers.values()) {
        if (this.#touched.has(opener.touched) && !titles.has(opener.title)) yield { offer, opener };
      }
    }
  }
}
