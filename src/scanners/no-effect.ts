import { isSameScreen } from './same-screen.js';
import { defineScanner } from './scanner.js';

/** Actions that are meant to change the screen at once. */
const MEANT_TO_CHANGE: ReadonlySet<string> = new Set(['tap', 'long_press', 'swipe', 'type', 'open_app']);

/** Actions after which the screen is the one before. */
export const noEffectScanner = defineScanner({
  name: 'no-effect',
  version: '1',
  title: 'taps, swipes and typed texts after which the screen is the same',
  readsScreens: false,
  scan({ trajectory }) {
    const { steps } = trajectory;
    const without = steps.flatMap((step, place) => {
      const next = steps[place + 1];
      if (next === undefined || step.action === null || !MEANT_TO_CHANGE.has(step.action.type)) return [];
      return isSameScreen(step, next) === true ? [place] : [];
    });
    if (without.length === 0) return [];
    const what =
      without.length === 1 ? 'One action changes nothing' : `${without.length} actions change nothing`;
    return [{ message: `${what} on the screen`, steps: without }];
  },
});
