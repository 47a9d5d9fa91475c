import type { Action } from '../../domain/action.js';
import type { Graph } from '../../domain/graph/graph.js';
import { quoteText } from '../../domain/text/quote-text.js';
import { shortId } from '../graph-subject.js';
import type { CheatStep } from './find-cheat.js';

/** A sequence in words: `open Shop, tap to shop.cart, type “mug”`. */
export function sequenceText(steps: readonly CheatStep[], graph: Graph): string {
  if (steps.length === 0) return 'stopping at once is enough';
  return steps
    .map(({ action, to }) => stepText(action, to === null ? null : (graph.nodes[to]?.id ?? null)))
    .join(', ');
}

function stepText(action: Action, to: string | null): string {
  const target = to === null ? '' : ` to ${shortId(to)}`;
  switch (action.type) {
    case 'open_app':
      return `open ${action.app}`;
    case 'type':
      return `type ${quoteText(action.text)}`;
    case 'key':
      return action.key;
    case 'stop':
      return action.answer === undefined ? 'stop' : `answer ${quoteText(action.answer)}`;
    case 'swipe':
      return `swipe ${action.direction ?? ''}${target}`;
    default:
      return `${action.type.replaceAll('_', ' ')}${target}`;
  }
}
