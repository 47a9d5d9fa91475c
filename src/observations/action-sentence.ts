import type { Action } from '../domain/action.js';
import type { UiHierarchy } from '../domain/hierarchy/ui-hierarchy.js';
import { namedElement, nodeText } from './elements/node-text.js';

/**
 * What was done, in a sentence about the element it was done to; null where the action touches a place that no element is
 * named for.
 *
 * Source: SPHINX reference code, previous-action text. Sentences for actions that SPHINX lacks are ours.
 *
 * @param hierarchy the screen that the action was taken on; null where it has none
 */
export function actionSentence(action: Action, hierarchy: UiHierarchy | null): string | null {
  switch (action.type) {
    case 'tap':
    case 'long_press':
    case 'swipe':
    case 'type': {
      const node = touched(action, hierarchy);
      return node === null ? null : sentenceOn(action, node);
    }
    case 'key':
      return { BACK: 'Go back.', ENTER: 'Press enter.', HOME: 'Go to the home screen.' }[action.key] ?? null;
    case 'restart_app':
      return 'Restart the app.';
    case 'stop':
      return 'Stop the app.';
    case 'wait':
      return 'Do nothing.';
    default:
      return null;
  }
}

type Touch = Extract<Action, { type: 'tap' | 'long_press' | 'swipe' | 'type' }>;

function sentenceOn(action: Touch, node: string): string {
  switch (action.type) {
    case 'tap':
      return `Click on ${node}.`;
    case 'long_press':
      return `Long click on ${node}.`;
    case 'swipe':
      return action.direction === null
        ? `Swipe on ${node}.`
        : `Swipe on ${node} in ${action.direction} direction.`;
    case 'type':
      return `Type ${action.text} on ${node}.`;
    default:
      return action satisfies never;
  }
}

/** The element that the action names by its widget index or its attributes, in words. */
function touched({ target }: Touch, hierarchy: UiHierarchy | null): string | null {
  if (target?.type === 'selector') return nodeText(namedElement(target.attributes));
  const index = target?.type === 'element' || target?.type === 'point' ? target.element : undefined;
  const node = index === undefined ? undefined : hierarchy?.widgets[index];
  return node === undefined ? null : nodeText(node);
}
