import type { Action } from '../../../domain/action.js';
import type { Point } from '../../../domain/geometry.js';
import { quoteAsData } from '../../../judges/quote-as-data.js';

/** What an agent did, for a judge: the kind of action, where, and its texts quoted as data. */
export function shownAction(action: Action): string {
  switch (action.type) {
    case 'tap':
    case 'long_press':
      return `${action.type}${shownTarget(action.target)}`;
    case 'swipe': {
      const way =
        action.from === undefined || action.to === undefined
          ? ''
          : ` from ${shownPoint(action.from)} to ${shownPoint(action.to)}`;
      return `swipe${action.direction === null ? '' : ` ${action.direction}`}${way}`;
    }
    case 'type':
      return `type ${quoteAsData(action.text)}`;
    case 'key':
      return `key ${quoteAsData(action.key)}`;
    case 'open_app':
      return `open_app ${quoteAsData(action.app)}`;
    case 'open_url':
      return `open_url ${quoteAsData(action.url)}`;
    case 'answer':
      return `answer to the user ${quoteAsData(action.text)}`;
    case 'ask_user':
      return `question to the user${action.text === undefined ? '' : ` ${quoteAsData(action.text)}`}`;
    // How the agent says that it ended is its claim and shows nothing.
    case 'stop':
      return 'end of the task';
    case 'foreign':
      return 'an action that the phone does not know';
    default:
      return action.type;
  }
}

function shownTarget(target: Extract<Action, { type: 'tap' }>['target']): string {
  return target.type === 'point' ? ` at ${shownPoint(target.point)}` : '';
}

/** In the unit in which it was said. */
function shownPoint({ x, y, space }: Point): string {
  return `(${x}, ${y}) ${space}`;
}
