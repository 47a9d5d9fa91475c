import type { Size } from '../geometry.js';

/** The screen of a live phone, which its pages are drawn for. */
export interface LiveScreen {
  /** Pixels of the picture. */
  readonly size: Size;
  /** Pixels of the picture per CSS pixel. */
  readonly ratio: number;
  /** IETF tag, such as `en-US`. */
  readonly locale: string;
  /** IANA name of the time zone. */
  readonly timezone: string;
}

/** A common phone: 360 × 800 CSS pixels, three pixels each. */
export const DEFAULT_SCREEN: LiveScreen = {
  size: { width: 1080, height: 2400 },
  ratio: 3,
  locale: 'en-US',
  timezone: 'UTC',
};
