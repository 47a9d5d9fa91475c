import type { DrawnNode } from '../../src/domain/hierarchy/write-hierarchy.js';
import type { Target } from '../place.js';

/** `[x1, y1, x2, y2]` in pixels of the picture; x2 and y2 are the first pixels outside. */
export type Bounds = readonly [number, number, number, number];

export interface UiWindow {
  readonly bounds: Bounds;
  readonly children: readonly DrawnNode[];
}

/** Something that leads on when touched, in document order: later ones lie above earlier ones. */
export interface Touch {
  /** `cover` leads nowhere and only hides what lies below. */
  readonly kind: 'tap' | 'hold' | 'cover';
  readonly target: Target | null;
  readonly box: Bounds;
  /** What it says, for messages. */
  readonly label: string;
}

/** What `read-page.js` reports of a drawn page. */
export interface Reading {
  readonly window: UiWindow;
  readonly keyboard: UiWindow | null;
  readonly touches: readonly Touch[];
  readonly apps: readonly { readonly app: string; readonly box: Bounds }[];
  readonly typed: readonly (readonly [string, Target])[];
  readonly enter: Target | null;
  /** The keyboard's action key. */
  readonly enterKey: Bounds | null;
  readonly wait: Target | null;
  readonly swipes: readonly {
    readonly direction: 'up' | 'down' | 'left' | 'right';
    readonly target: Target;
  }[];
  /** Scroll positions below the top. */
  readonly positions: number;
}
