import type { Action, Target } from '../../../domain/action.js';
import { writePoint, type PictureSizes } from '../reading/resolve-position.js';
import type { BracketedGrammar } from './parse-bracketed.js';

/** The action in the bracketed grammar; null where it cannot express it. */
export function bracketedCall(action: Action, grammar: BracketedGrammar, sizes: PictureSizes): string | null {
  switch (action.type) {
    case 'tap':
      return onPlace('click', action.target, grammar, sizes);
    case 'long_press':
      return onPlace('longclick', action.target, grammar, sizes);
    case 'type': {
      const place = onPlace('text', action.target, grammar, sizes);
      // Neither has an escape.
      const isSayable = !/\n|```/.test(action.text);
      return place === null || !isSayable ? null : `${place} [${action.text}]`;
    }
    case 'swipe': {
      if (grammar.by === 'widget') {
        const place = action.direction === null ? null : onPlace('swipe', action.target, grammar, sizes);
        return place === null ? null : `${place} [${action.direction}]`;
      }
      if (action.from === undefined || action.to === undefined) return null;
      const [from, to] = [action.from, action.to].map((point) => position(point, grammar, sizes));
      return from && to ? `swipe ${from} ${to}` : null;
    }
    case 'key':
      return pressed(action.key, grammar);
    case 'restart_app':
      return 'press [restart]';
    case 'wait':
      return 'press [none]';
    case 'stop':
      return 'press [stop]';
    case 'replan':
      return grammar.replan === true ? 'press [replan]' : null;
    default:
      return null;
  }
}

function pressed(key: string, { homeAsRestart = true }: BracketedGrammar): string | null {
  if (key === 'HOME') return homeAsRestart ? null : 'press [home]';
  return { BACK: 'press [back]', ENTER: 'press [enter]' }[key] ?? null;
}

function onPlace(
  verb: string,
  target: Target | undefined,
  grammar: BracketedGrammar,
  sizes: PictureSizes,
): string | null {
  if (grammar.by === 'widget') {
    const element = target?.type === 'element' || target?.type === 'point' ? target.element : undefined;
    return element === undefined ? null : `${verb} [${element}]`;
  }
  const place = target?.type === 'point' ? position(target.point, grammar, sizes) : null;
  return place === null ? null : `${verb} ${place}`;
}

function position(
  point: Extract<Target, { type: 'point' }>['point'],
  { coordinates }: BracketedGrammar,
  sizes: PictureSizes,
): string | null {
  const [x, y] = writePoint(point, coordinates, sizes);
  // There is no sign in the grammar.
  return x < 0 || y < 0 ? null : `[${x},${y}]`;
}
