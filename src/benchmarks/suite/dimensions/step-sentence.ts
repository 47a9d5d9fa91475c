import type { Action } from '../../../domain/action.js';
import type { UiHierarchy } from '../../../domain/hierarchy/ui-hierarchy.js';
import type { UiNode } from '../../../domain/hierarchy/ui-node.js';
import { actionSentence } from '../../../observations/action-sentence.js';
import { smallestAt } from './smallest-at.js';

/** What a step of a solution did, in a sentence; touches name the element under them. */
export function stepSentence(action: Action, hierarchy: UiHierarchy | null): string {
  switch (action.type) {
    case 'tap':
    case 'long_press': {
      const node = nodeUnder(action, hierarchy);
      const named = node === null ? action : { ...action, target: selectorOf(node) };
      return actionSentence(named, hierarchy) ?? (action.type === 'tap' ? 'Click.' : 'Long click.');
    }
    case 'swipe':
      return action.direction === null ? 'Swipe.' : `Swipe ${action.direction}.`;
    case 'type':
      return `Type “${action.text}”.`;
    case 'open_app':
      return `Open the app ${action.app}.`;
    default:
      return actionSentence(action, hierarchy) ?? `Do ${action.type}.`;
  }
}

function nodeUnder(
  { target }: Extract<Action, { type: 'tap' | 'long_press' }>,
  hierarchy: UiHierarchy | null,
): UiNode | null {
  if (hierarchy === null || target.type !== 'point') return null;
  return smallestAt(hierarchy.widgets, [target.point.x, target.point.y]);
}

function selectorOf(node: UiNode): { type: 'selector'; attributes: Record<string, string> } {
  return { type: 'selector', attributes: Object.fromEntries(node.attributes()) };
}
