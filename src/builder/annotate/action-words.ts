import type { Action } from '../../domain/action.js';
import type { UiNode } from '../../domain/hierarchy/ui-node.js';
import { quoted } from '../asking/quoted.js';
import { wordsOf } from '../screens/screen-words.js';

/** An action in plain words, without positions. @param element that it touches; null where nobody knows */
export function actionWords(action: Action, element: UiNode | null): string {
  const named = element === null ? '' : labelOf(element);
  const place = named === '' ? 'the marked place' : quoted(named);
  switch (action.type) {
    case 'tap':
      return `${action.count === 2 ? 'double tap' : 'tap'} ${place}`;
    case 'long_press':
      return `press and hold ${place}`;
    case 'swipe':
      return action.direction === null ? 'swipe' : `move the finger ${action.direction}`;
    case 'type':
      return `type ${quoted(action.text)}`;
    case 'key':
      return `press the ${action.key.toLowerCase().replaceAll('_', ' ')} key`;
    case 'open_app':
      return `open the app ${quoted(action.app)}`;
    case 'wait':
      return 'wait';
    case 'answer':
      return `answer ${quoted(action.text)}`;
    case 'stop':
      return action.status === 'infeasible' || action.status === 'failure'
        ? 'declare that the task cannot be done'
        : 'declare that the task is done';
    default:
      return action.type.replaceAll('_', ' ');
  }
}

function labelOf(element: UiNode): string {
  const waiting = [element];
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const words = wordsOf(node);
    if (words !== '') return words;
    waiting.push(...node.children);
  }
  return '';
}
