import type { Action } from '../../../domain/action.js';
import { printJson } from '../print-json.js';
import { writePoint } from '../reading/resolve-position.js';
import type { CoordinateRule, PictureSizes } from '../reading/resolve-position.js';
import { MOBILE_USE_BUTTONS } from './mobile-use-tool.js';
import type { MobileUseFamily } from './read-mobile-use-call.js';

/** Seconds where an action leaves them open: the tool wants a number. */
const PRESS_SECONDS = 1;
const WAIT_SECONDS = 2;

/** The JSON of the call; null for an action that the tool has no words for. */
export function printMobileUse(
  action: Action,
  grammar: MobileUseFamily & { readonly coordinates: CoordinateRule },
  sizes: PictureSizes,
): string | null {
  const args = argumentsOf(action, grammar, sizes);
  return args === null ? null : printJson({ name: 'mobile_use', arguments: args });
}

function argumentsOf(
  action: Action,
  { coordinates, answerEnds, interacts }: MobileUseFamily & { readonly coordinates: CoordinateRule },
  sizes: PictureSizes,
): Readonly<Record<string, unknown>> | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      if (action.target.type !== 'point' || (action.type === 'tap' && (action.count ?? 1) > 1)) return null;
      const coordinate = writePoint(action.target.point, coordinates, sizes);
      if (action.type === 'tap') return { action: 'click', coordinate };
      return { action: 'long_press', coordinate, time: seconds(action.durationMs, PRESS_SECONDS) };
    }
    case 'swipe':
      if (action.from === undefined || action.to === undefined) return null;
      return {
        action: 'swipe',
        coordinate: writePoint(action.from, coordinates, sizes),
        coordinate2: writePoint(action.to, coordinates, sizes),
      };
    case 'type':
      return action.text === '' ? null : { action: 'type', text: action.text };
    case 'key': {
      const button = [...MOBILE_USE_BUTTONS].find(([, key]) => key === action.key)?.[0];
      if (button !== undefined) return { action: 'system_button', button };
      return {
        action: 'key',
        text: action.key.startsWith('KEYCODE_') ? action.key : action.key.toLowerCase(),
      };
    }
    case 'open_app':
      return { action: 'open', text: action.app };
    case 'wait':
      return { action: 'wait', time: seconds(action.durationMs, WAIT_SECONDS) };
    case 'answer':
      return action.terminal === answerEnds ? { action: 'answer', text: action.text } : null;
    case 'ask_user':
      return interacts && action.text !== undefined ? { action: 'interact', text: action.text } : null;
    case 'stop':
      if (action.answer !== undefined && answerEnds) return { action: 'answer', text: action.answer };
      return { action: 'terminate', status: isFailure(action.status) ? 'failure' : 'success' };
    default:
      return null;
  }
}

function isFailure(status: string): boolean {
  return status === 'failure' || status === 'infeasible' || status === 'interrupted';
}

function seconds(durationMs: number | undefined, otherwise: number): number {
  return durationMs === undefined ? otherwise : durationMs / 1000;
}
