import type { Action } from '../../../domain/action.js';
import type { NumberedElement } from '../../../domain/observation-rule.js';

/**
 * A step as later ones are told of it, in words that outlast its letters: `"Save" button -> CLICK`, `OPEN APP: Clock`.
 *
 * Source: AndroidWorld reference code, `generate_action_description` of `seeact_utils.py`.
 *
 * @param elements choices of the screen that the action was chosen on
 */
export function choiceSummary(action: Action, elements: readonly NumberedElement[] = []): string {
  const name = action.native?.name ?? action.type;
  const value = valueOf(action);
  const done = value === null ? name : `${name}: ${value}`;
  if (!('target' in action) || action.target?.type !== 'element') return done;
  const { element } = action.target;
  const words = elements.find(({ index }) => index === element)?.words;
  return words === undefined ? done : `${words} -> ${done}`;
}

function valueOf(action: Action): string | null {
  switch (action.type) {
    case 'type':
    case 'answer':
      return action.text;
    case 'swipe':
      return action.direction;
    case 'open_app':
      return action.app;
    default:
      return null;
  }
}
