import type { Action, NativeAction } from '../../../domain/action.js';
import { invalid, missing, type ArgumentProblem } from '../reading/parse-result.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import { readNumber } from '../reading/read-coordinate.js';

export type EArguments = Readonly<Record<string, unknown>>;

/** Arguments of each atomic action. */
export const E_ACTIONS = {
  Open_App: ['app_name'],
  Tap: ['x', 'y'],
  Swipe: ['x1', 'y1', 'x2', 'y2'],
  Type: ['text'],
  Enter: [],
  Switch_App: [],
  Back: [],
  Home: [],
  Wait: [],
} as const satisfies Record<string, readonly string[]>;
export type EActionName = keyof typeof E_ACTIONS;

const WAIT_MS = 10_000;
const KEYS = { Enter: 'ENTER', Switch_App: 'APP_SWITCH', Back: 'BACK', Home: 'HOME' } as const;

/** The atomic action of that name in any case; null where there is none. */
export function findEAction(written: string, warnings: Set<string>): EActionName | null {
  if (isEAction(written)) return written;
  const folded = written.toLowerCase().replaceAll(' ', '_');
  if (folded === 'click') {
    warnings.add('alias_name');
    return 'Tap';
  }
  const names = Object.keys(E_ACTIONS).filter(isEAction);
  const found = names.find((name) => name.toLowerCase() === folded);
  if (found !== undefined) warnings.add('case');
  return found ?? null;
}

/** Whether an atomic action has exactly this name. */
export function isEAction(written: string): written is EActionName {
  return Object.hasOwn(E_ACTIONS, written);
}

/** The action that an atomic call means. */
export function readEAction(
  name: EActionName,
  args: EArguments,
  native: NativeAction,
  positions: PositionContext,
): Action | ArgumentProblem {
  const wanted: readonly string[] = E_ACTIONS[name];
  const lacking = wanted.find((key) => args[key] === undefined || args[key] === null || args[key] === '');
  if (lacking !== undefined) return missing(`${name} needs ${lacking}`);
  if (Object.keys(args).some((key) => !wanted.includes(key))) positions.warnings.add('alias_argument');
  switch (name) {
    case 'Tap':
    case 'Swipe': {
      const numbers = wanted.map((key) => readNumber(args[key], positions.warnings));
      const [x = null, y = null, x2 = null, y2 = null] = numbers;
      if (x === null || y === null) return invalid(`${name} takes numbers`);
      if (name === 'Tap') {
        const target = positionTarget([x, y], positions);
        return target === null ? invalid('Tap takes numbers') : { type: 'tap', target, native };
      }
      if (x2 === null || y2 === null) return invalid('Swipe takes numbers');
      return { ...pathSwipe([x, y], [x2, y2], positions), native };
    }
    case 'Type':
    case 'Open_App': {
      const [key = 'text'] = wanted;
      const text = args[key];
      if (typeof text === 'string') {
        return name === 'Type' ? { type: 'type', text, native } : { type: 'open_app', app: text, native };
      }
      if (typeof text !== 'number') return invalid(`${key} is a text`);
      positions.warnings.add('alias_argument');
      return name === 'Type'
        ? { type: 'type', text: String(text), native }
        : { type: 'open_app', app: String(text), native };
    }
    case 'Wait':
      return { type: 'wait', durationMs: WAIT_MS, native };
    case 'Enter':
    case 'Switch_App':
    case 'Back':
    case 'Home':
      return { type: 'key', key: KEYS[name], native };
    default:
      return name satisfies never;
  }
}
