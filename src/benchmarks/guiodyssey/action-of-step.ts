import { stop, type Action, type NativeAction } from '../../domain/action.js';
import { pathDirection, resolvePoint, type Point, type Size } from '../../domain/geometry.js';
import type { OdysseyStep } from './episode-file.js';

const KEYS: Readonly<Record<string, string>> = {
  KEY_HOME: 'HOME',
  KEY_BACK: 'BACK',
  KEY_APPSELECT: 'APP_SWITCH',
};

/** Family of recorded actions; their text is the command word for word, as prompts show it. */
export const ODYSSEY_NATIVE = 'guiodyssey';

/**
 * A recorded step as a unified action; what the format does not know is `foreign`. Positions stay 0–1000.
 *
 * @param command the step as a command string
 */
export function actionOfStep({ action, info }: OdysseyStep, screen: Size, command: string): Action {
  const native: NativeAction = { family: ODYSSEY_NATIVE, name: action, arguments: info, text: command };
  const point = (pair: readonly number[] | undefined): Point | null => {
    const [x, y] = pair ?? [];
    return x === undefined || y === undefined ? null : resolvePoint({ x, y, space: 'permille' }, screen);
  };
  const points = Array.isArray(info) ? info : [];
  switch (action) {
    case 'CLICK':
    case 'LONG_PRESS': {
      const key = typeof info === 'string' && Object.hasOwn(KEYS, info) ? KEYS[info] : undefined;
      if (key !== undefined) return { type: 'key', key, native };
      const target = point(points[0]);
      if (target === null) break;
      return {
        type: action === 'CLICK' ? 'tap' : 'long_press',
        target: { type: 'point', point: target },
        native,
      };
    }
    case 'SCROLL': {
      const [from, to] = [point(points[0]), point(points[1])];
      if (from === null || to === null) break;
      // The dataset measures directions in its own square of 1000 by 1000; no movement counts as down.
      const direction = pathDirection([from.x, from.y], [to.x, to.y]) ?? 'down';
      return { type: 'swipe', direction, from, to, native };
    }
    case 'TEXT':
    case 'TYPE':
      return { type: 'type', text: typeof info === 'string' ? info : JSON.stringify(info), native };
    case 'COMPLETE':
      return { ...stop('success'), native };
    case 'INCOMPLETE':
      return { ...stop('infeasible'), native };
    default:
  }
  return { type: 'foreign', native };
}
