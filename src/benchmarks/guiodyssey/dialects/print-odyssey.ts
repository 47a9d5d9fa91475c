import type { Action, Target } from '../../../domain/action.js';
import { writePoint, type PictureSizes } from '../../../models/dialects/reading/resolve-position.js';
import type { OdysseyGrammar } from './parse-odyssey.js';

const KEYS: Readonly<Record<string, string>> = {
  BACK: 'PRESS_BACK',
  HOME: 'PRESS_HOME',
  APP_SWITCH: 'PRESS_RECENT',
};

/** The action as a command, which is all of an answer; null where there is none for it. */
export function odysseyCommand(action: Action, grammar: OdysseyGrammar, sizes: PictureSizes): string | null {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const place = placeOf(action.target, grammar, sizes);
      return place === null ? null : `${action.type === 'tap' ? 'CLICK' : 'LONG_PRESS'}: ${place}`;
    }
    case 'swipe':
      return action.direction === null ? null : `SCROLL: ${action.direction.toUpperCase()}`;
    case 'type':
      return action.target === undefined ? typed(action.text) : null;
    case 'key':
      return KEYS[action.key] ?? null;
    case 'stop':
      return action.status === 'success' || action.status === 'unspecified' ? 'COMPLETE' : 'IMPOSSIBLE';
    default:
      return null;
  }
}

/** Quotes are part of no command, but keep what a reader would trim or take for them. */
function typed(text: string): string | null {
  if (/[\n\r]/.test(text) || text === '') return null;
  const needsQuotes = text.trim() !== text || /^["'“‘「].*["'”’」]$/.test(text);
  return `TYPE: ${needsQuotes ? `"${text}"` : text}`;
}

function placeOf(target: Target, { marks, coordinates }: OdysseyGrammar, sizes: PictureSizes): string | null {
  if (marks) {
    const element = target.type === 'element' || target.type === 'point' ? target.element : undefined;
    return element === undefined ? null : String(element);
  }
  if (target.type !== 'point') return null;
  return `(${writePoint(target.point, coordinates, sizes).join(', ')})`;
}
