import type { Perceived } from './perceive.js';

/** The state of the keyboard in words. */
export function keyboardWords(keyboard: Perceived['keyboard']): string {
  if (keyboard === null) return 'unknown';
  return keyboard === 'on' ? 'shown' : 'not shown';
}
