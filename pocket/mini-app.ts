import type { Html } from './html.js';
import type { State, Target } from './place.js';

/** Keys shown under a focused field. */
export interface Keyboard {
  readonly layout: 'text' | 'number';
  /** What the action key does; it is the same as ENTER. */
  readonly action: 'search' | 'next' | 'done' | 'send';
}

/** One screen as a page draws it. */
export interface View {
  /** Window title, for people who read the graph. */
  readonly title: string;
  /** Android activity, relative to the package. */
  readonly activity: string;
  readonly body: Html;
  readonly keyboard?: Keyboard;
  /** Class names on the phone's body, such as `night`. */
  readonly tone?: string;
}

/** Draws a page in one of its states. */
export type Page = (state: State) => View;

/** An app of the phone: how it is called, how it starts, and its pages by id (`shop.cart`). */
export interface MiniApp {
  readonly id: string;
  /** Name under its icon, and what `open` takes. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly package: string;
  readonly entry: Target;
  readonly icon: Html;
  /** Colours of the icon: background and glyph. */
  readonly colours: readonly [string, string];
  readonly pages: Readonly<Record<string, Page>>;
}
