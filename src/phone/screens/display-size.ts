import type { Size } from '../../domain/geometry.js';
import type { PhoneControls } from '../device/phone-controls.js';

/** Pixels of the screen on display; what `wm size` says, and what gestures are measured in. */
export function displaySize({ display, profile }: Pick<PhoneControls, 'display' | 'profile'>): Size {
  return display.screen.size ?? profile.size;
}
