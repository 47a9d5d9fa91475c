import type { Size } from '../../domain/geometry.js';

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

/** What a phone's browser calls itself; the version is the browser's own. */
export function userAgent(version: string): string {
  const [major = '0'] = version.split('.');
  return `Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;
}
